import { describe, expect, it } from 'vitest';
import { plural, verbFor } from './numbers.ts';

describe('A count', () => {
  it.each([
    [0, 'resort', '0 resorts'],
    [1, 'resort', '1 resort'],
    [2_000, 'week', '2,000 weeks'],
    [1, 'inquiry', '1 inquiry'],
    [3, 'inquiry', '3 inquiries'],
    [2, 'day', '2 days'],
    [1, 'try', '1 try'],
    [2, 'try', '2 tries'],
    [2, 'address', '2 addresses'],
    [2, 'person', '2 people'],
  ])('of %i %s reads "%s"', (count, noun, words) => {
    expect(plural(count, noun)).toBe(words);
  });

  it.each([
    ['wait', 'waits', 'wait'],
    ['go', 'goes', 'go'],
    ['be', 'is', 'are'],
    ['have', 'has', 'have'],
    ['stay', 'stays', 'stay'],
  ])('has the verb %s for one and for several', (verb, one, several) => {
    expect([verbFor(1, verb), verbFor(2, verb)]).toEqual([one, several]);
  });
});
