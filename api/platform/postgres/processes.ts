import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const onLinux = process.platform === 'linux';

/** Tells a process from a later one with the same id; undefined for a zombie. */
export function processStart(pid: number): string | undefined {
  try {
    if (!onLinux) {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Whether this process is a PostgreSQL process that works on the given data folder. */
export function runsOn(pid: number, dataFolder: string): boolean {
  try {
    if (processStart(pid) === undefined) return false;
    if (!onLinux) {
      const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
        encoding: 'utf8',
      });
      return command.includes('postgres') && command.includes(dataFolder);
    }
    // Every PostgreSQL process changes into its data folder.
    return (
      readlinkSync(`/proc/${pid}/cwd`) === dataFolder &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
    );
  } catch {
    return false;
  }
}

/** The processes of this data folder: the postmaster and its children. Empty except on Linux. */
export function processesOn(dataFolder: string): number[] {
  if (!onLinux) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => runsOn(pid, dataFolder));
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export async function waitUntil(done: () => boolean, seconds: number): Promise<boolean> {
  const deadline = Date.now() + seconds * 1000;
  while (!done()) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Follows https://www.postgresql.org/docs/current/server-shutdown.html, then kills. */
export async function shutDown(pid: number, gone: () => boolean): Promise<void> {
  const steps: readonly (readonly [NodeJS.Signals, number])[] = [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ];
  for (const [name, seconds] of steps) {
    if (gone()) return;
    signal(pid, name);
    if (await waitUntil(gone, seconds)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end`);
}
