import {
  feedKinds,
  readLargeFeed,
  type FeedKind,
  type MeasuredRead,
} from '../api/testing/largeFeed.ts';

export interface MeasuredFeed extends MeasuredRead {
  kind: FeedKind;
}

const bytes = 500_000_000;

export async function measureFeeds(): Promise<MeasuredFeed[]> {
  const rows: MeasuredFeed[] = [];
  for (const kind of feedKinds) {
    rows.push({ kind, ...(await readLargeFeed(kind, bytes)) });
  }
  return rows;
}
