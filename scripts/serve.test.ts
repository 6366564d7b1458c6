import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'tideweek-serve-'));

afterAll(() => rmSync(folder, { recursive: true }));

const serve = new URL('./lib/serve.mjs', import.meta.url).href;
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({ private: true, scripts: { start: 'exec node start.mjs' } }),
);
writeFileSync(
  join(folder, 'start.mjs'),
  `import { serve } from '${serve}'; console.log('script', process.pid); serve(['server.mjs']);`,
);
writeFileSync(
  join(folder, 'server.mjs'),
  `setInterval(() => undefined, 1000);
   process.on('SIGTERM', () => process.exit(0));
   process.on('SIGINT', () => process.exit(0));
   console.log('server', process.pid);`,
);

/**
 * Starts the server by npm, and calls back with the ids of the processes once it runs. Resolves when
 * none of them is left: each holds the other end of the pipe.
 */
async function untilAllEnd(end: (ids: Record<string, number>) => void): Promise<void> {
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ids: Record<string, number> = { npm: npm.pid ?? 0 };
  for await (const line of createInterface({ input: npm.stdout })) {
    const [name = '', id] = line.split(' ');
    ids[name] = Number(id);
    if (name === 'server') end(ids);
  }
}

it.each([
  ['npm', 'SIGTERM'],
  ['npm', 'SIGINT'],
  ['npm', 'SIGHUP'],
  ['npm', 'SIGKILL'],
  ['script', 'SIGTERM'],
  ['script', 'SIGINT'],
  ['script', 'SIGHUP'],
  ['script', 'SIGKILL'],
] as const)('to end %s by %s leaves no server running', async (name, signal) => {
  await untilAllEnd((ids) => process.kill(ids[name] ?? Number.NaN, signal));
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'to end the group of the terminal by %s leaves no server running',
  async (signal) => {
    await untilAllEnd(({ npm = Number.NaN }) => process.kill(-npm, signal));
  },
);
