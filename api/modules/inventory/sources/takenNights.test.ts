import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFeedServer, type FeedServer } from '#api/testing/feedServer.ts';
import { createSources } from './sources.ts';
import type { ProviderConfig, TakenRow } from '#api/context/sources.ts';

let feed: FeedServer;
let elsewhere: FeedServer;

const calendar = (uid: string): string =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART;VALUE=DATE:20270213\r\nDTEND;VALUE=DATE:20270220\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:b\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

beforeAll(async () => {
  const answer: Parameters<typeof startFeedServer>[0] = (request, response) =>
    request.url === '/gone.ics'
      ? response.writeHead(404).end()
      : request.url === '/large.ics'
        ? response.end(calendar('a') + ' '.repeat(2_100_000))
        : response.end(calendar(request.url ?? ''));
  [feed, elsewhere] = await Promise.all([startFeedServer(answer), startFeedServer(answer)]);
});

afterAll(() => Promise.all([feed.close(), elsewhere.close()]));

const sources = createSources({
  allowed: ['127.0.0.1'],
  sandbox: undefined,
  today: () => '2027-01-10',
});

async function read(...addresses: string[]): Promise<{ rows: TakenRow[]; failure?: string }> {
  const rows: TakenRow[] = [];
  const provider: ProviderConfig = {
    kind: 'icalendar',
    name: 'Palm Calendars',
    address: feed.origin,
    key: 'canary-key-5f1e2d',
    mapping: {},
    calendars: addresses.map((address, index) => ({
      listingId: `listing-${index}`,
      address,
      timeZone: undefined,
    })),
  };
  try {
    for await (const row of sources.takenNights(provider, new AbortController().signal)) {
      rows.push(row);
    }
    return { rows };
  } catch (error) {
    return { rows, failure: (error as Error).message };
  }
}

it('reads each calendar for its listing, and numbers the rows', async () => {
  expect(await read(`${feed.origin}/a.ics`, `${elsewhere.origin}/c.ics`)).toEqual({
    rows: [0, 1].flatMap((index) => [
      {
        number: index * 2 + 1,
        listingId: `listing-${index}`,
        problem: 'The event has no beginning (event "b" in line 7)',
      },
      {
        number: index * 2 + 2,
        taken: {
          listingId: `listing-${index}`,
          externalId: `2027-02-13/2027-02-20 ${index === 0 ? '/a.ics' : '/c.ics'}`,
          from: '2027-02-13',
          to: '2027-02-20',
        },
      },
    ]),
  });
});

it('sends the key to the provider only', () => {
  expect(feed.requests[0]?.headers.authorization).toBe('Bearer canary-key-5f1e2d');
  expect(elsewhere.requests[0]?.headers).not.toHaveProperty('authorization');
});

it('reads the other calendars before it reports a failed one', async () => {
  const { rows, failure } = await read(`${feed.origin}/gone.ics`, `${feed.origin}/a.ics`);
  expect(rows).toHaveLength(2);
  expect(failure).toBe('1 of 2 calendars failed: Palm Calendars answered 404');
  expect((await read(`${feed.origin}/gone.ics`)).failure).toBe('Palm Calendars answered 404');
  expect((await read(`${feed.origin}/large.ics`)).failure).toBe(
    'Palm Calendars sent more than 2 MB',
  );
});

it('reads nights only from iCalendar providers, and weeks only from others', async () => {
  const signal = new AbortController().signal;
  const config = { name: 'x', address: feed.origin, key: undefined, mapping: {}, calendars: [] };
  const next = (rows: AsyncIterable<unknown>) => rows[Symbol.asyncIterator]().next();
  await expect(next(sources.takenNights({ ...config, kind: 'json_feed' }, signal))).rejects.toThrow(
    'x offers weeks, not calendars',
  );
  await expect(next(sources.weeks({ ...config, kind: 'icalendar' }, signal))).rejects.toThrow(
    'x offers no weeks, only calendars',
  );
  await expect(
    next(sources.weeks({ ...config, kind: 'json_feed' }, AbortSignal.abort(new Error('stop')))),
  ).rejects.toThrow('stop');
});
