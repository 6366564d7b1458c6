import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { timed } from './steps.mjs';
import { npm } from './run.mjs';

const oldestNode = [20, 19];
const stampFile = 'node_modules/.tideweek-lock';

/** Exits with a message if Node is too old for the packages. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  console.error(`Node ${oldestNode.join('.')} or newer is needed, this is ${process.version}`);
  process.exit(1);
}

/** Installs the locked packages unless node_modules already holds exactly them. */
export async function install() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  // Some packages are platform-specific, so a folder from another platform can't be used.
  const platform = `${process.platform}-${process.arch}`;
  const stamp = `${platform} ${lock}\n`;
  const previous = readText(stampFile);
  if (previous === stamp) return;
  const otherPlatform = previous !== undefined && !previous.startsWith(`${platform} `);
  if (otherPlatform || !holdsLockedPackages()) {
    await timed('installing packages', async () => {
      rmSync(stampFile, { force: true });
      // The packages need none of their install scripts, and one of them would download an engine.
      await npm(['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']);
    });
  }
  writeFileSync(stampFile, stamp);
}

/** npm writes its record last, so the record matches only after a complete installation. */
function holdsLockedPackages() {
  const record = readText('node_modules/.package-lock.json');
  if (record === undefined) return false;
  try {
    const installed = JSON.parse(record).packages;
    const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
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
