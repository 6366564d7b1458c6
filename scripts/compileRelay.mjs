import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { run } from './lib/run.mjs';

// The compiler requires its folder and the file of persisted operations to exist.
const folder = 'web/__generated__';
mkdirSync(folder, { recursive: true });
if (!existsSync(`${folder}/persisted.json`)) writeFileSync(`${folder}/persisted.json`, '{}');
try {
  await run(process.execPath, ['node_modules/relay-compiler/cli.js']);
} catch (error) {
  console.error(error.output ?? error);
  process.exitCode = 1;
}
