import { spawn } from 'node:child_process';
import { install } from './lib/install.mjs';
import { prepare } from './lib/prepare.mjs';

await prepare();
await install('bench/peers');
const bench = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'bench/bench.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
bench.once('exit', (code) => process.exit(code ?? 1));
