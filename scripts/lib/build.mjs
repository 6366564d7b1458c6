import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './run.mjs';
import { timed } from './steps.mjs';

const stampFile = 'dist/.stamp';
const sourceFolders = ['api', 'common', 'packages', 'web', 'art', 'prisma', 'scripts'];
const notBuiltFrom = new Set(['__generated__', 'generated', 'dist', 'e2e', 'testing']);

export async function build() {
  if (isBuilt()) return;
  await timed('building', () => buildNow('build'));
}

export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp();
}

/** @param script `bundle` if the generated code is up to date and in use @returns its output */
export async function buildNow(script) {
  rmSync(stampFile, { force: true });
  const stamp = sourceStamp();
  const output = await npm(['run', '--silent', script]);
  writeFileSync(stampFile, stamp);
  return output;
}

function sourceStamp() {
  const hash = createHash('sha256').update(process.version);
  const settings = readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[^.].*\.(ts|js|mjs|cjs|json|graphql)$/.test(entry.name))
    .map((entry) => entry.name);
  for (const file of [...settings.sort(), ...sourceFolders.flatMap(sourcesIn)]) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function sourcesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !/\.test\.tsx?$/.test(name))
    .sort((one, two) => (one.name < two.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return notBuiltFrom.has(entry.name) ? [] : sourcesIn(path);
      return entry.isFile() ? [path] : [];
    });
}
