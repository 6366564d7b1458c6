import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PackedClient {
  /** A folder whose programs find `@tideweek/client`, and the packages of the project. */
  folder: string;
  /** Where the package is installed. */
  installed: string;
  remove(): void;
}

/** Builds and packs packages/client, and installs the package in a folder of its own. */
export async function packedClient(): Promise<PackedClient> {
  mkdirSync('dist', { recursive: true });
  const folder = mkdtempSync(resolve('dist', 'client-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const source = join(folder, 'source');
    for (const name of ['package.json', 'tsconfig.json', 'README.md', 'src']) {
      cpSync(join('packages/client', name), join(source, name), { recursive: true });
    }
    await run('npm', ['pack'], { cwd: source });
    const archive = readdirSync(source).find((name) => name.endsWith('.tgz')) ?? '';
    const installed = join(folder, 'node_modules/@tideweek/client');
    mkdirSync(installed, { recursive: true });
    await run('tar', ['-xzf', join(source, archive), '--strip-components=1'], { cwd: installed });
    return { folder, installed, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
