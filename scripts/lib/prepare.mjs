import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { install, requireNode } from './install.mjs';
import { CommandFailed, endChildrenOnSignal } from './run.mjs';

export async function prepare() {
  process.chdir(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
  requireNode();
  endChildrenOnSignal();
  try {
    await install();
    await build();
  } catch (error) {
    if (error instanceof CommandFailed) console.error(error.output.trim());
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
