import { prepare } from './lib/prepare.mjs';
import { serve } from './lib/serve.mjs';

await prepare();
serve(['dist/api/main.js', ...process.argv.slice(2)]);
