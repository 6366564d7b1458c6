import { describe, expect, it } from 'vitest';
import { readSeasons, seasonText, SeasonTextError } from './seasons.ts';

describe('a season calendar', () => {
  it.each([
    ['Red 1-8, 50-52; White 9-20', 'Red 1-8, 50-52; White 9-20'],
    ['White: weeks 9 – 20\nRed: 1-8', 'Red 1-8; White 9-20'],
    ['High season Week 7', 'High season 7'],
    ['Mid-season 3', 'Mid-season 3'],
    [' ; \n', ''],
  ])('is read as people write it: %j', (text, plain) => {
    expect(seasonText(readSeasons(text))).toBe(plain);
  });

  it.each([
    ['whenever', "Write seasons like 'Red 1-8, 50-52; White 9-20', not 'whenever'"],
    ['1-8', "not '1-8'"],
    ['Week 1-8', "not 'Week 1-8'"],
    ['Red - 1-8', "not 'Red - 1-8'"],
    ['<b> 1', "not '<b> 1'"],
    [`${'R'.repeat(41)} 1`, 'Write seasons like'],
    ['Red 1-8x', 'Write seasons like'],
    ['Red 50-54', "Weeks are numbered 1 to 53, not '50-54'"],
    ['Red 1,,2', 'Weeks are numbered 1 to 53'],
    ['Red 1-8; White 8-9', 'Week 8 has two seasons'],
  ])('says what to correct in %j', (text, message) => {
    const read = () => readSeasons(text);
    expect(read).toThrow(SeasonTextError);
    expect(read).toThrow(message);
  });

  it.each([
    ['a name', 'A', 'x', 'Write seasons like'],
    ['a week', 'A 1', 'x', 'Write seasons like'],
    ['a range', 'A 1-', '-', 'Weeks are numbered 1 to 53'],
  ])('is read in linear time: %s before 100,000 spaces', (_, before, after, message) => {
    expect(() => readSeasons(`${before}${' '.repeat(100_000)}${after}`)).toThrow(message);
  });
});
