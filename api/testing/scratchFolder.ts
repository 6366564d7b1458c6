import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';

/** More than all databases of a run, with what they write ahead. */
const neededBytes = 4 * 1024 ** 3;

/**
 * Makes a folder for data that is gone after the test: in memory where there is plenty, since the
 * databases of a run are 200,000 files, else on the disk.
 */
export const scratchFolder = (): string =>
  mkdtempSync(join(isRoomy(inMemory) ? inMemory : tmpdir(), 'tideweek-test-'));

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) > neededBytes;
  } catch {
    // Other systems than Linux.
    return false;
  }
}
