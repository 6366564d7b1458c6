import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eicar, startClamd, type TestClamd } from '#api/testing/clamd.ts';
import { UnavailableError } from '../errors.ts';
import { createClamdScanner, noVirusScanner } from './virusScanner.ts';

let folder: string;
let clamd: TestClamd;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tideweek-virus-'));
  clamd = await startClamd();
});

beforeEach(() => {
  clamd.says = undefined;
  clamd.files.length = 0;
});

afterAll(async () => {
  await clamd.close();
  await rm(folder, { recursive: true, force: true });
});

async function scan(content: Buffer | string, address: { host: string; port: number } = clamd) {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return createClamdScanner(address).scan(path);
}

describe('clamd', () => {
  it('receives the whole file and finds nothing', async () => {
    const content = randomBytes(1_000_000);
    expect(await scan(content)).toBeNull();
    expect(clamd.files).toHaveLength(1);
    expect(clamd.files[0]?.equals(content)).toBe(true);
  });

  it('accepts an empty file', async () => {
    expect(await scan('')).toBeNull();
  });

  it('names what it finds', async () => {
    expect(await scan(`before ${eicar} after`)).toBe('Eicar-Test-Signature');
  });

  it.each([
    'INSTREAM size limit exceeded. ERROR',
    'stream: Broken pipe ERROR',
    '',
    'UNKNOWN COMMAND',
  ])('that responds with %j counts as unavailable', async (answer) => {
    clamd.says = answer;
    await expect(scan('text')).rejects.toThrow(UnavailableError);
  });

  it("that can't be reached counts as unavailable", async () => {
    const gone = await startClamd();
    await gone.close();
    await expect(scan('text', gone)).rejects.toThrow(
      'The document can’t be checked for viruses right now. Please try again',
    );
  });
});

it('finds nothing if no scanner is configured', async () => {
  expect(await noVirusScanner.scan('/no/such/file')).toBeNull();
});
