import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startChild, type Child } from '#api/testing/childProcess.ts';
import { packedClient, type PackedClient } from '#api/testing/packedClient.ts';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import { addDays, utcToday } from '#common/days.ts';
import { ask, makeTestToken } from '../support/partners.ts';
import { freePort } from '#api/platform/postgres/freePort.ts';

// The example that partners copy, as they run it: a copy of examples/partner, with the packed client,
// the schema of the site and a test token.

const url = inject('siteUrl');
const folder = scratchFolder();
const modules = resolve('node_modules');
const running: Child[] = [];
let client: PackedClient;
let example: string;
const ahead = (days: number): string => addDays(utcToday(), days);
const [checkIn, checkOut] = [ahead(60), ahead(67)];

beforeAll(async () => {
  client = await packedClient();
  example = join(client.folder, 'partner');
  for (const name of ['src', 'codegen.ts', 'package.json', 'tsconfig.json', 'weeks.csv']) {
    cpSync(join('examples/partner', name), join(example, name), { recursive: true });
  }
  const schema = { TIDEWEEK_SCHEMA: `${url}/developers/schema.graphql` };
  await expectSuccess(run([`${modules}/.bin/graphql-codegen`], schema));
  await expectSuccess(run([`${modules}/typescript/bin/tsc`, '-p', '.']));
});

afterAll(async () => {
  await Promise.all(running.map((program) => program.end()));
  client.remove();
});

/** Runs a script in the folder of the example. */
function run(given: string[], env: Record<string, string> = {}): Child {
  const program = startChild(given, { cwd: example, env: { PATH: process.env['PATH'], ...env } });
  running.push(program);
  return program;
}

const start = (token: string, given: string[]): Child =>
  run(['--import', 'tsx', 'src/main.ts', ...given], {
    TIDEWEEK_URL: url,
    TIDEWEEK_TOKEN: token,
    STATE: `${folder}/state.json`,
  });

async function expectSuccess({ ended, output }: Child): Promise<string> {
  expect(await ended, output()).toBe(0);
  return output();
}

const publish = (token: string, csvFile: string): Promise<string> =>
  expectSuccess(start(token, ['publish', csvFile]));

test('The example publishes weeks from a file, receives webhooks and accepts a booking', async () => {
  const token = await makeTestToken(`channel${process.pid}`);
  const port = await freePort();
  const receiver = start(token, ['serve', String(port), `http://127.0.0.1:${port}/hooks`]);
  await expect.poll(receiver.output).toContain('listening on port');

  const dates = [checkIn, checkOut, ahead(120), ahead(127)];
  const rows = readFileSync(`${example}/weeks.csv`, 'utf8').replaceAll(
    /\d{4}-\d\d-\d\d/g,
    (date) => dates.shift() ?? date,
  );
  const weeks = `${folder}/weeks.csv`;
  writeFileSync(weeks, rows);
  expect(await publish(token, weeks)).toBe('A-101: created\nA-102: created\n');
  expect(await publish(token, weeks)).toBe('A-101: unchanged\nA-102: unchanged\n');
  const { listings } = JSON.parse(readFileSync(`${folder}/state.json`, 'utf8')) as {
    listings: Record<string, string>;
  };
  const id = listings['A-101'];
  await expect.poll(receiver.output).toContain('listing.published');
  const forged = await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: '{}' });
  expect(forged.status).toBe(401);

  const bearer = { authorization: `Bearer ${token}` };
  const { createTestBooking: booked } = await ask<{
    createTestBooking: { booking: { id: string; status: string } };
  }>(
    `mutation BookTheExample($input: CreateTestBookingInput!) {
      createTestBooking(input: $input) {
        ... on CreateTestBookingPayload { booking { id status } }
      }
    }`,
    {
      input: {
        listingId: id,
        checkIn,
        checkOut,
        guests: 2,
        card: '4242424242424242',
      },
    },
    bearer,
  );
  const { booking } = booked;
  expect(booking.status).toBe('PENDING');
  await expect.poll(receiver.output).toContain(': CONFIRMED');
  const after = await ask<{ booking: { status: string } }>(
    'query ReadTheExample($id: ID!) { booking(id: $id) { status } }',
    { id: booking.id },
    bearer,
  );
  expect(after.booking).toEqual({ status: 'CONFIRMED' });

  const [head, first] = rows.split('\n');
  writeFileSync(weeks, `${head}\n${first?.replace(',189,', ',199,')}\n`);
  expect(await publish(token, weeks)).toBe('A-101: changed\nA-102: withdrawn\n');

  // The owner offers the withdrawn week again, and mistypes the resort of another one.
  writeFileSync(weeks, `${rows.trimEnd()}\n${first?.replace(/^A-101,[^,]*/, 'A-103,none')}\n`);
  const again = start(token, ['publish', weeks]);
  expect(await again.ended).toBe(1);
  expect(again.output()).toBe(
    'A-101: changed\nA-102: unchanged\nA-103: refused\n  resortId: Resort not found\n',
  );
  const { viewer } = await ask<{ viewer: { listings: { edges: { node: object }[] } } }>(
    'query OwnExample { viewer { listings { edges { node { reference status } } } } }',
    {},
    bearer,
  );
  expect(viewer.listings.edges.map(({ node }) => node)).toEqual(
    expect.arrayContaining([
      { reference: 'A-101', status: 'PUBLISHED' },
      { reference: 'A-102', status: 'PUBLISHED' },
    ]),
  );
});
