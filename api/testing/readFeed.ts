import { sandboxProviders } from '../modules/inventory/sandbox/formats.ts';
import { createSources } from '../modules/inventory/sources/sources.ts';

// Reads a feed as a sync does, in a process of its own whose memory tests measure.
// Arguments: kind and origin. Reads /small and then /large, and prints rows, time and memory.
const [kind = '', origin = ''] = process.argv.slice(2);
const sources = createSources({ allowed: ['127.0.0.1'], sandbox: undefined });
const [provider] = sandboxProviders.filter((one) => one.kind === kind);

const megabytes = (): number => process.memoryUsage.rss() / 1e6;
let memoryMost = 0;

async function read(path: string): Promise<number> {
  let rows = 0;
  if (!provider) {
    throw new Error(`The sandbox has no ${kind}`);
  }
  const config = { ...provider, address: origin + path, key: undefined, calendars: [] };
  for await (const row of sources.weeks(config, new AbortController().signal)) {
    if ('problem' in row) {
      throw new Error(row.problem);
    }
    rows += 1;
    if (rows % 1000 === 0) {
      memoryMost = Math.max(memoryMost, megabytes());
    }
  }
  return rows;
}

await read('/small');
const memoryBefore = megabytes();
memoryMost = memoryBefore;
const begun = performance.now();
const rows = await read('/large');
const seconds = (performance.now() - begun) / 1000;
process.stdout.write(JSON.stringify({ rows, seconds, memoryBefore, memoryMost }));
