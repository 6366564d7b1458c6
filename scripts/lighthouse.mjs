import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { register } from 'tsx/esm/api';
import { build } from './lib/build.mjs';

// Lighthouse's figures for the built product on a phone with a slow network: medians of `--runs`
// (3). `--only home,resort` limits the pages; `--details` lists audits that cost points, and the
// long tasks.
register();
const { browserFlags, findBrowser } = await import('../web/e2e/support/browser.ts');
const { startProduct } = await import('../web/e2e/support/product.ts');

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    details: { type: 'boolean', default: false },
  },
});

/** Really slows the browser, which Lighthouse otherwise only simulates. */
const reallySlow = { throttlingMethod: 'devtools', onlyAudits: ['long-tasks'] };

const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('--runs must be a whole number from 1 on, e.g. --runs 3');
  process.exit(1);
}

await build();
const dataDir = mkdtempSync(join(tmpdir(), 'tideweek-lighthouse-'));
const product = await startProduct({ dataDir });
try {
  const pages = await addresses(product.url);
  console.table(Object.fromEntries(await inTurn(Object.entries(pages), measure)));
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function addresses(url) {
  const [resort] = await (await fetch(`${url}/api/resorts/top?limit=1`)).json();
  const [sale] = await forSale(url);
  const pages = {
    home: `${url}/`,
    search: `${url}/search`,
    weeks: `${url}/search?view=weeks`,
    resort: `${url}/resort/${resort.id}`,
    sale: `${url}/sale/${sale.databaseId}`,
    auth: `${url}/auth`,
  };
  const chosen = options.only?.split(',') ?? Object.keys(pages);
  return Object.fromEntries(chosen.map((name) => [name, pages[name]]));
}

async function forSale(url) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ saleListings(first: 1) { edges { node { databaseId } } } }' }),
  });
  const { data } = await answer.json();
  return data.saleListings.edges.map(({ node }) => node);
}

async function measure([name, url]) {
  console.log(`measuring ${name}: ${2 * runs} reports, half a minute each`);
  const reports = await inTurn(Array.from({ length: runs }), () => reportOn(url));
  const slowed = await inTurn(reports, () => reportOn(url, reallySlow));
  if (options.details) explain(name, reports[0], slowed[0]);
  const figures = reports.map((report, run) => ({
    ...figuresOf(report),
    'longest task ms': Math.round(longTasksOf(slowed[run])[0]?.duration ?? 0),
  }));
  const medians = Object.keys(figures[0]).map((key) => [
    key,
    median(figures.map((one) => one[key])),
  ]);
  return [name, Object.fromEntries(medians)];
}

/** Uses a new browser for each report, so that nothing is cached. */
async function reportOn(url, flags = {}) {
  const browser = await launch({
    chromePath: await findBrowser(),
    chromeFlags: ['--headless', ...browserFlags],
    logLevel: 'silent',
  });
  try {
    const { lhr } = await lighthouse(url, { port: browser.port, logLevel: 'error', ...flags });
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    return lhr;
  } finally {
    browser.kill();
  }
}

function figuresOf({ categories, audits }) {
  const points = (id) => Math.round(categories[id].score * 100);
  const scripts = audits['network-requests'].details.items.filter(
    ({ resourceType }) => resourceType === 'Script',
  );
  const scriptBytes = scripts.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return {
    performance: points('performance'),
    accessibility: points('accessibility'),
    'best practices': points('best-practices'),
    SEO: points('seo'),
    'FCP ms': Math.round(audits['first-contentful-paint'].numericValue),
    'LCP ms': Math.round(audits['largest-contentful-paint'].numericValue),
    CLS: Number(audits['cumulative-layout-shift'].numericValue.toFixed(3)),
    'TBT ms': Math.round(audits['total-blocking-time'].numericValue),
    'JS KB': Math.round(scriptBytes / 1000),
    'all KB': Math.round(audits['total-byte-weight'].numericValue / 1000),
  };
}

function longTasksOf({ audits }) {
  return audits['long-tasks'].details.items;
}

/** Audits below the full score, the most costly of each category first, and long tasks. */
function explain(name, { categories, audits }, slowed) {
  console.log(`\n${name}`);
  for (const { url, startTime, duration } of longTasksOf(slowed)) {
    console.log(`  Long task: ${Math.round(duration)} ms at ${Math.round(startTime)} ms, ${url}`);
  }
  for (const { title, auditRefs } of Object.values(categories)) {
    const short = auditRefs
      .map(({ id, weight }) => ({ ...audits[id], weight }))
      .filter(({ score }) => score !== null && score < 1)
      .sort((one, two) => two.weight * (1 - two.score) - one.weight * (1 - one.score));
    for (const { id, score, weight, displayValue = '' } of short) {
      console.log(`  ${title}: ${id} ${score.toFixed(2)} (weight ${weight}) ${displayValue}`);
    }
  }
}

function median(numbers) {
  const sorted = [...numbers].sort((one, two) => one - two);
  return sorted[Math.floor(sorted.length / 2)];
}

async function inTurn(items, task) {
  const answers = [];
  for (const item of items) answers.push(await task(item));
  return answers;
}
