import { expect, it } from 'vitest';
import { feedKinds, readLargeFeed } from '#api/testing/largeFeed.ts';

/** The most megabytes a reader may use, whatever the size of the feed. */
const mayGrowBy = 90;

it.each(feedKinds)('a feed of 60 MB is not held in memory: %s', async (kind) => {
  const { rows, megabytes, memoryBefore, memoryMost } = await readLargeFeed(kind, 60_000_000);
  expect(megabytes).toBeGreaterThan(59);
  expect(rows).toBeGreaterThan(100_000);
  expect(memoryMost - memoryBefore).toBeLessThan(mayGrowBy);
});
