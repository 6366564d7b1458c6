import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer } from 'vite';
import { install } from './lib/install.mjs';
import { npm } from './lib/run.mjs';
import { timed } from './lib/steps.mjs';

// Restarts the server and reloads the client when files change: http://localhost:5173.
await install();
await timed('generating', () => npm(['run', '--silent', 'generate']));

const api = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', 'api/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'development' },
});
const vite = await createServer({ configFile: 'vite.config.ts' });
await vite.listen();
vite.printUrls();

let compiling;
watch('web', { recursive: true }, (_event, file) => {
  if (!file || file.includes('__generated__') || !/\.tsx?$/.test(file)) return;
  clearTimeout(compiling);
  compiling = setTimeout(() => {
    npm(['run', '--silent', 'generate:relay']).catch((error) => console.error(error.output));
  }, 200);
});

const stop = async () => {
  await vite.close();
  api.once('exit', () => process.exit(0));
  api.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
api.on('exit', (code) => process.exit(code ?? 0));
