import { Readable } from 'node:stream';
import { sandboxFormats } from '../modules/inventory/sandbox/formats.ts';
import { createSandboxWeeks } from '../modules/inventory/sandbox/weeks.ts';
import { startChild } from './childProcess.ts';
import { startFeedServer } from './feedServer.ts';

export const feedKinds = ['json_feed', 'csv_feed'] as const;
export type FeedKind = (typeof feedKinds)[number];

const files = { json_feed: '/weeks.json', csv_feed: '/weeks.csv' };

export interface MeasuredRead {
  rows: number;
  /** Megabytes sent. */
  megabytes: number;
  seconds: number;
  /** Memory of the reading process, in megabytes. */
  memoryBefore: number;
  memoryMost: number;
}

/** Reads a feed of this many bytes over HTTP, in a process of its own. */
export async function readLargeFeed(kind: FeedKind, bytes: number): Promise<MeasuredRead> {
  let sent = 0;
  const feed = await startFeedServer((request, response) => {
    // The first request, for /small, warms up the reader.
    const size = request.url === '/large' ? bytes : 1_000_000;
    const pieces = largeFeed(kind, size, (length) => {
      sent = request.url === '/large' ? sent + length : sent;
    });
    Readable.from(pieces, { objectMode: false }).pipe(response);
  });
  try {
    const child = startChild(['--import', 'tsx', 'api/testing/readFeed.ts', kind, feed.origin]);
    const code = await child.ended;
    if (code !== 0) {
      throw new Error(`The reader ended with ${code}:\n${child.output()}`);
    }
    return { ...(JSON.parse(child.stdout()) as MeasuredRead), megabytes: sent / 1e6 };
  } finally {
    await feed.close();
  }
}

function* largeFeed(
  kind: FeedKind,
  bytes: number,
  count: (length: number) => void,
): Generator<Buffer> {
  const file = sandboxFormats[files[kind]];
  if (!file) {
    throw new Error(`The sandbox has no ${kind}`);
  }
  const { format, catalogue } = file;
  const weeks = createSandboxWeeks(catalogue, '2027-01-10');
  const rows = Array.from({ length: 500 }, (_, index) => format.row(weeks(index)));
  const batch = Buffer.from(rows.join(format.between));
  const between = Buffer.from(format.between + batch.toString());
  yield Buffer.from(format.before);
  for (let sent = 0; sent < bytes; sent += batch.length) {
    const piece = sent === 0 ? batch : between;
    count(piece.length);
    yield piece;
  }
  yield Buffer.from(format.after);
}
