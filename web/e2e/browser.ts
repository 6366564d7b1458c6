import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import sparticuz from '@sparticuz/chromium';

/** Works as root and in containers; the sandbox is not what these tests are about. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
];

/** A Chromium that is there already, else the one that npm installed, unpacked once. */
export async function findBrowser(): Promise<string> {
  const present = [process.env['CHROME_PATH'], '/usr/bin/chromium'];
  return present.find((path) => path && existsSync(path)) ?? (await unpackBrowser());
}

/**
 * The package unpacks to a fixed name in the temporary folder, readable by its maker only, and takes
 * a half-written file for a whole one. So each user gets a folder, renamed into place when whole.
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
    // Another run was faster.
    rmSync(draft, { recursive: true, force: true });
  }
  return executable;
}

/** Tells one version of the package from the next. */
function packedSize(): number {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  let folder = dirname(entry);
  while (!existsSync(join(folder, 'bin', 'chromium.br'))) folder = dirname(folder);
  return statSync(join(folder, 'bin', 'chromium.br')).size;
}
