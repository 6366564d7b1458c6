import { describe, expect, it } from 'vitest';
import { formatBytes } from './contractFiles.ts';
import { formatTimeLeft, secondsLeft, withSample } from './transferTime.ts';

describe('The remaining time of a transfer', () => {
  it('follows the speed of the last seconds', () => {
    const samples = [
      { at: 0, bytes: 0 },
      { at: 2_000, bytes: 2_000 },
    ];
    expect(secondsLeft(samples, 12_000)).toBe(10);
  });

  it.each([
    ['before the first sample', []],
    ['in the first second', [0, 500].map((at) => ({ at, bytes: at }))],
    ['while nothing moves', [0, 5_000].map((at) => ({ at, bytes: 7 }))],
    [
      'when a part is restarted',
      [
        { at: 0, bytes: 9_000 },
        { at: 5_000, bytes: 4_000 },
      ],
    ],
  ])('is unknown %s', (_when, samples) => {
    expect(secondsLeft(samples, 10_000)).toBeUndefined();
  });

  it('drops old samples', () => {
    const samples = [0, 4_000, 8_000, 12_000].reduce<{ at: number; bytes: number }[]>(
      (before, at) => withSample(before, { at, bytes: at }),
      [],
    );
    expect(samples.map(({ at }) => at)).toEqual([4_000, 8_000, 12_000]);
  });

  it.each([
    [2, 'a few seconds left'],
    [11, '15 seconds left'],
    [57, '1 minute left'],
    [170, '3 minutes left'],
  ])('of %i seconds is written "%s"', (seconds, text) => {
    expect(formatTimeLeft(seconds)).toBe(text);
  });
});

it.each([
  [400, '1 KB'],
  [380_001, '381 KB'],
  [20_971_520, '21.0 MB'],
])('%i bytes are written "%s"', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
