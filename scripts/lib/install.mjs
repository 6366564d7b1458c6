import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timed } from './steps.mjs';
import { npm } from './run.mjs';

const oldestNode = [20, 19];
/** Exits with a message if Node is too old for the packages. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  console.error(`Node ${oldestNode.join('.')} or newer is needed, this is ${process.version}`);
  process.exit(1);
}

export async function install(folder = '.') {
  const stampFile = join(folder, 'node_modules/.tideweek-lock');
  const lockFile = join(folder, 'package-lock.json');
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  // Some packages are platform-specific, so a folder from another platform can't be used.
  const platform = `${process.platform}-${process.arch}`;
  const stamp = `${platform} ${lock}\n`;
  const previous = readText(stampFile);
  if (previous === stamp) return;
  const otherPlatform = previous !== undefined && !previous.startsWith(`${platform} `);
  if (otherPlatform || !holdsLockedPackages(folder)) {
    await timed(
      folder === '.' ? 'installing packages' : `installing packages in ${folder}`,
      async () => {
        rmSync(stampFile, { force: true });
        // No package needs its install script, and one script would download an engine.
        await npm([
          'ci',
          '--prefix',
          folder,
          '--include=dev',
          '--ignore-scripts',
          '--no-audit',
          '--no-fund',
        ]);
      },
    );
  }
  writeFileSync(stampFile, stamp);
}

/** npm writes its record last, so the record matches only after a complete installation. */
function holdsLockedPackages(folder) {
  const record = readText(join(folder, 'node_modules/.package-lock.json'));
  if (record === undefined) return false;
  try {
    const installed = JSON.parse(record).packages;
    const locked = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
    return Object.entries(locked).every(
      ([path, { version, integrity, optional }]) =>
        path === '' ||
        (installed[path] === undefined
          ? optional === true
          : installed[path].version === version && installed[path].integrity === integrity),
    );
  } catch {
    return false;
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
