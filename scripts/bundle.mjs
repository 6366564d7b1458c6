import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import { build as viteBuild } from 'vite';
import { npm } from './lib/run.mjs';

// Builds dist/ from the generated sources: the server (dist/api), the client (dist/web) and the
// server-side rendering of the client (dist/ssr).
process.env.NODE_ENV = 'production';

await Promise.all([buildServer(), buildClient()]);
narrow('dist/api');
narrow('dist/ssr');
compress('dist/web');

async function buildServer() {
  await bundle({
    entryPoints: {
      main: 'api/main.ts',
      calendarThread: 'api/modules/inventory/sources/calendars/calendarThread.ts',
    },
    outdir: 'dist/api',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'warning',
  });
}

async function buildClient() {
  const options = { configFile: 'vite.config.ts', logLevel: 'warn' };
  await viteBuild(options);
  await viteBuild({ ...options, build: { ssr: 'web/entryServer.tsx' } });
  const { loadAssets } = await import(pathToFileURL('dist/ssr/entryServer.js').href);
  await loadAssets('dist/web');
  cpSync('art/pictures', 'dist/web/pictures', { recursive: true });
  cpSync('web/partners/developers/__generated__/public', 'dist/web', { recursive: true });
  await packPartnerClient('dist/web/developers');
}

/** Partners download it. The server would compress a .tgz, whose type it does not know, again. */
async function packPartnerClient(folder) {
  await npm(['pack', './packages/client', '--pack-destination', folder]);
  const { version } = JSON.parse(readFileSync('packages/client/package.json', 'utf8'));
  renameSync(
    join(folder, `tideweek-client-${version}.tgz`),
    join(folder, 'tideweek-client.tar.gz'),
  );
}

/** A single character beyond Latin-1 makes Node keep the whole file at two bytes each. */
function narrow(folder) {
  for (const path of readdirSync(folder, { recursive: true })) {
    if (!path.endsWith('.js')) continue;
    const file = join(folder, path);
    const escaped = readFileSync(file, 'utf8').replace(/\\[^]|[\u0100-\uffff]/g, (part) => {
      const unit = part.charCodeAt(part.length - 1);
      return unit > 0xff ? `\\u${unit.toString(16).padStart(4, '0')}` : part;
    });
    writeFileSync(file, escaped);
  }
}

/** Writes a .br and a .gz file beside each text file, so that responses need no compression. */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|html|txt|graphql)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    if (content.length < 1024) continue;
    // The highest level takes three times as long, and gains 2 % for code, nothing for the map.
    const level = { [constants.BROTLI_PARAM_QUALITY]: /\.(js|css)$/.test(path) ? 11 : 10 };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: level }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
