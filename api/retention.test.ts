import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { crontab, jobs, retention } from './jobs.ts';
import { removeOld } from './platform/jobs/housekeeping.ts';

it('is documented as it is in the code', () => {
  const [, table = ''] = /^## What is kept how long$(.*?)^## /ms.exec(
    readFileSync('docs/operations.md', 'utf8'),
  ) ?? [''];
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.slice(2).map(([, what, kept]) => ({ what, kept }))).toEqual(
    retention.map(({ what, kept }) => ({ what, kept })),
  );
});

it('is carried out every hour by one job', () => {
  expect(crontab).toMatch(/^\d+ \* \* \* \* housekeeping$/m);
  expect(crontab.match(/sweep|housekeeping/g)).toEqual(['housekeeping']);
  expect(Object.keys(jobs)).toContain('housekeeping');
});

it('continues after a failure, and rejects at the end', async () => {
  const removed: string[] = [];
  const part = (what: string) => ({
    what,
    kept: '',
    remove: () =>
      what === 'files'
        ? Promise.reject(new Error('away'))
        : Promise.resolve(void removed.push(what)),
  });
  const done = removeOld(['rows', 'files', 'links'].map(part), {});
  await expect(done).rejects.toThrow('files could not be removed');
  expect(removed).toEqual(['rows', 'links']);
});
