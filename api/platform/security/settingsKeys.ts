import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EnvError } from '../process/env.ts';
import { keyBytes } from './secrets.ts';

/** Creates the file with a new key if missing. @throws {EnvError} if it holds anything else */
export const settingsKeys = (given: Buffer[] | undefined, dataDir: string): Buffer[] =>
  given ?? keysIn(fileOf(dataDir));

/** Adds a new key as the first in the file. Resumes an unfinished change with the file's keys. */
export function beginKeyChange(dataDir: string): Buffer[] {
  const file = fileOf(dataDir);
  const keys = keysIn(file);
  if (keys.length > 1) {
    return keys;
  }
  const changed = [randomBytes(keyBytes), ...keys];
  replace(file, changed);
  return changed;
}

/** Keeps only the newest key in the file; older envelopes can't be opened any more. */
export function endKeyChange(dataDir: string): void {
  const file = fileOf(dataDir);
  replace(file, keysIn(file).slice(0, 1));
}

const fileOf = (dataDir: string): string => join(dataDir, 'settings.key');

function keysIn(file: string): Buffer[] {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, linesOf([randomBytes(keyBytes)]), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw error;
    }
  }
  const keys = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Buffer.from(line.trim(), 'base64'));
  if (keys.some((key) => key.length !== keyBytes)) {
    throw new EnvError(`${file} does not hold keys of 32 bytes in base64, one a line`);
  }
  return keys;
}

function replace(file: string, keys: Buffer[]): void {
  writeFileSync(`${file}.new`, linesOf(keys), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

const linesOf = (keys: Buffer[]): string =>
  keys.map((key) => `${key.toString('base64')}\n`).join('');
