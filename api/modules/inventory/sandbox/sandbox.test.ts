import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleResorts } from '#api/seed/resorts/sampleResorts.ts';
import { createSources } from '../sources/sources.ts';
import {
  ProviderError,
  type OfferedRow,
  type ProviderConfig,
  type Sources,
} from '#api/context/sources.ts';
import { sandboxProviders } from './formats.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';
import { dayMs } from '#common/days.ts';

const today = '2027-01-10';

let sandbox: Sandbox;
let sources: Sources;
/** Sources that wait five seconds for a provider. */
let impatientSources: Sources;

beforeAll(async () => {
  sandbox = await startSandbox(today);
  const options = { allowed: [], sandbox: sandbox.origin };
  sources = createSources({ ...options, limits: { bytes: 3_000_000 } });
  impatientSources = createSources({ ...options, limits: { idle: 5_000 } });
});

afterAll(() => sandbox.close());

const provider = (name: string, query: string): ProviderConfig => {
  const found = sandboxProviders.find((one) => one.name === name);
  if (!found) {
    throw new Error(`There is no ${name}`);
  }
  return { ...found, address: found.address + query, key: undefined, calendars: [] };
};

/** All rows until the end or the failure. */
async function read(
  name: string,
  query = '',
  reader = sources,
): Promise<{ rows: OfferedRow[]; failure?: string }> {
  const rows: OfferedRow[] = [];
  try {
    for await (const row of reader.weeks(provider(name, query), new AbortController().signal)) {
      rows.push(row);
    }
    return { rows };
  } catch (error) {
    expect(error).toBeInstanceOf(ProviderError);
    return { rows, failure: (error as ProviderError).message };
  }
}

const weeksOf = (rows: OfferedRow[]) => rows.flatMap((row) => ('week' in row ? [row.week] : []));

describe.each(['Sandbox Weeks', 'Sandbox Catalog'])('%s', (name) => {
  it('offers 5,000 weeks, the first hundred at known resorts', async () => {
    const { rows, failure } = await read(name);
    expect(failure).toBeUndefined();
    expect(rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 5_000 }, (_, index) => index + 1),
    );
    const weeks = weeksOf(rows);
    expect(new Set(weeks.map(({ externalId }) => externalId)).size).toBe(5_000);
    const known = new Map(sampleResorts.map((resort) => [resort.name, resort]));
    for (const week of weeks.slice(0, 100)) {
      expect(week.resortLocation).toBe(known.get(String(week.resortName))?.location);
      expect(week.currency).toBe('USD');
    }
    const isValid = ({ availableFrom, availableTo, pricePerNight }: (typeof weeks)[number]) =>
      String(availableFrom) > today &&
      Date.parse(String(availableTo)) - Date.parse(String(availableFrom)) === 7 * dayMs &&
      Number(pricePerNight) > 0;
    expect(weeks.filter((week) => !isValid(week))).toEqual([]);
    expect(weeks.filter(({ currency }) => currency === 'EUR')).toHaveLength(20);
    expect(weeks.filter(({ resortId }) => /^SBX-9/.test(String(resortId)))).toHaveLength(40);
    expect(new Set(weeks.map(({ resortId }) => resortId)).size).toBe(55);
  });

  it('offers the same weeks each time, and more on request', async () => {
    const [first, second, more] = await Promise.all([
      read(name, '?rows=1000'),
      read(name, '?rows=1000'),
      read(name, '?rows=5001'),
    ]);
    expect(second).toEqual(first);
    expect(more.rows).toHaveLength(5_001);
    expect(more.rows.slice(0, 1_000)).toEqual(first.rows);
  });

  it('answers 500', async () => {
    expect(await read(name, '?fault=500')).toEqual({ rows: [], failure: `${name} answered 500` });
  });

  it('redirects in a circle', async () => {
    expect(await read(name, '?fault=redirects')).toEqual({
      rows: [],
      failure: `${name} redirected more than 5 times`,
    });
  });

  it('stops in the middle', async () => {
    const { rows, failure } = await read(name, '?rows=1000&fault=truncated');
    expect(failure).toBe(`${name} ended in the middle`);
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.length).toBeLessThanOrEqual(400);
  });

  it('stops answering', async () => {
    const { rows, failure } = await read(name, '?fault=slow', impatientSources);
    expect(failure).toBe(`${name} took longer than 5 seconds`);
    expect(rows.length).toBeGreaterThanOrEqual(49);
  });

  it('never ends', async () => {
    const { rows, failure } = await read(name, '?rows=1000&fault=huge');
    expect(failure).toBe(`${name} sent more than 3 MB`);
    expect(rows.length).toBeGreaterThan(1_000);
  });

  it('sends a week twice', async () => {
    const { rows, failure } = await read(name, '?rows=1000&fault=duplicates');
    expect(failure).toBeUndefined();
    expect(rows).toHaveLength(1_000);
    expect(new Set(weeksOf(rows).map(({ externalId }) => externalId)).size).toBe(900);
  });

  it('sends invalid rows between valid ones', async () => {
    const { rows, failure } = await read(name, '?rows=1000&fault=malformed');
    expect(failure).toBeUndefined();
    expect(rows).toHaveLength(1_000);
    expect(rows.filter((row) => 'problem' in row).length).toBeGreaterThanOrEqual(25);
    expect(weeksOf(rows.slice(8, 27))).toHaveLength(19);
  });
});

describe('the address of the sandbox', () => {
  it('reaches only the sandbox, and permits no other private address', async () => {
    const signal = new AbortController().signal;
    const at = (address: string) => ({ ...provider('Sandbox Weeks', ''), address });
    const first = (address: string) =>
      sources.weeks(at(address), signal)[Symbol.asyncIterator]().next();
    await expect(first(`${sandbox.origin}/weeks.json`)).rejects.toThrow('is private');
    await expect(first('sandbox://other.test/weeks.json')).resolves.toMatchObject({ done: false });
    await expect(first('sandbox:/nothing')).rejects.toThrow('Sandbox Weeks answered 404');
    await expect(first('weeks')).rejects.toThrow('is not complete');
  });

  it('is accepted only if a sandbox runs', async () => {
    const without = createSources({ allowed: [], sandbox: undefined });
    const address = 'sandbox:/weeks.json';
    await expect(without.checkAddress(address, 'json_feed')).rejects.toThrow('no sandbox here');
    await expect(sources.checkAddress(address, 'json_feed')).resolves.toBeUndefined();
    await expect(sources.checkAddress('weeks', 'json_feed')).rejects.toThrow(
      'Enter a whole address',
    );
    await expect(sources.checkAddress('http://127.0.0.1/', 'csv_feed')).rejects.toMatchObject({
      fieldErrors: [{ field: 'address', message: 'The address 127.0.0.1 is private' }],
    });
  });
});
