import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { EnvError } from '../process/env.ts';
import { processStart } from './processes.ts';

const ownerShape = z.object({ pid: z.number(), start: z.string() });

type Owner = z.infer<typeof ownerShape>;

/** Takes over the lock of a dead process. @throws {EnvError} if a running process holds it */
export async function lockDataDir(file: string, dataDir: string): Promise<() => void> {
  const own: Owner = { pid: process.pid, start: processStart(process.pid) ?? '' };
  for (let attempt = 0; attempt < 200; attempt++) {
    if (create(file, JSON.stringify(own))) return () => rmSync(file, { force: true });
    const owner = readOwner(file);
    const living = owner !== undefined && processStart(owner.pid) === owner.start;
    // The owner may just be shutting down.
    if (living && (attempt >= 20 || owner.pid === process.pid)) {
      throw new EnvError(
        `DATA_DIR ${dataDir} is in use by another server (process ${owner.pid}). ` +
          'Stop it first, or set DATA_DIR to another folder.',
      );
    }
    // A file without a readable owner is being written, or was cut short.
    if (!living && (owner !== undefined || age(file) > 2000)) removeStale(file, owner);
    await sleep(50);
  }
  throw new EnvError(`DATA_DIR ${dataDir} can't be locked: remove ${file} if no server is running`);
}

function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** One process at a time removes a stale lock: otherwise one could remove a new lock. */
function removeStale(file: string, stale: Owner | undefined): void {
  const guard = `${file}.takeover`;
  try {
    mkdirSync(guard);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    if (age(guard) > 10_000) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    const owner = readOwner(file);
    if (owner?.pid === stale?.pid && owner?.start === stale?.start) rmSync(file, { force: true });
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

function readOwner(file: string): Owner | undefined {
  try {
    return ownerShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function age(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
