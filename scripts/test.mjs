import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildNow, isBuilt } from './lib/build.mjs';
import { install, requireNode } from './lib/install.mjs';
import { CommandFailed, endChildrenOnSignal, npm, run } from './lib/run.mjs';
import { secondsSince } from './lib/steps.mjs';

/**
 * Stages run one after the other, the lanes of a stage in parallel. `npm test -- types unit` runs
 * only these steps (and `generate`), `--fast` those marked `fast`. A check counts as one test.
 * `needs` names a step that must have succeeded.
 */
const stages = [
  [[{ name: 'generate', check: script('generate') }]],
  [
    [
      { name: 'build', check: () => (isBuilt() ? '' : buildNow('bundle')) },
      { name: 'e2e', project: 'e2e', needs: 'build' },
    ],
    [
      { name: 'types', fast: true, check: script('check:types') },
      { name: 'lint', fast: true, check: script('check:lint') },
      { name: 'format', check: script('check:format') },
      { name: 'dependencies', fast: true, check: script('check:deps') },
      { name: 'unused', check: script('check:unused') },
    ],
    // API tests wait for the database and for processes a third of their time.
    [
      { name: 'unit', fast: true, project: 'unit' },
      { name: 'web', fast: true, project: 'web' },
      { name: 'api', project: 'api' },
    ],
  ],
];

/** Settings of a developer's own server, which tests must not pick up. */
const serverSettings =
  /^(PORT|HOST|DATABASE_URL|DATA_DIR|SEED|PUBLIC_URL|S3_.*|SETTINGS_KEYS|RATE_LIMITS|TRUST_PROXY|NODE_ENV|LOG_LEVEL)$/;

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
requireNode();
endChildrenOnSignal();
const counts = { passed: 0, failed: 0, skipped: 0 };
const failedSteps = new Set();
const failures = [];
const results = mkdtempSync(join(tmpdir(), 'tideweek-results-'));
process.on('exit', () => rmSync(results, { recursive: true, force: true }));

const fast = process.argv.includes('--fast');
const names = process.argv.slice(2).filter((argument) => argument !== '--fast');
const known = stages.flat(2).map((step) => step.name);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No step named ${unknown.join(', ')}; there are ${known.join(', ')}`);
  process.exit(1);
}
const chosen = (step) =>
  step.name === 'generate' ||
  names.includes(step.name) ||
  (names.length === 0 && (step.fast === true || !fast));

try {
  await install();
  for (const lanes of stages) {
    if (failedSteps.has('generate')) break;
    await Promise.all(lanes.map((lane) => runLane(lane.filter(chosen))));
  }
} catch (error) {
  counts.failed += 1;
  failures.push('installation');
  report('✗', 'installation', '', error);
}
if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n  '));
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = counts.failed > 0 ? 1 : 0;

async function runLane(steps) {
  for (const step of steps) await runStep(step);
}

async function runStep(step) {
  const start = performance.now();
  if (step.needs !== undefined && failedSteps.has(step.needs)) {
    failedSteps.add(step.name);
    counts.failed += 1;
    failures.push(`${step.name} (not run)`);
    return report('✗', step.name, `not run, because ${step.needs} failed`);
  }
  const file = join(results, `${step.name}.json`);
  let failure;
  try {
    await (step.check === undefined ? runProject(step.project, file) : step.check());
  } catch (error) {
    failure = error;
  }
  const tests = step.check === undefined ? readResults(file) : noResults();
  if (failure === undefined && step.check !== undefined) tests.passed = 1;
  // A run can fail without a failing test: a file that doesn't load, an error outside the tests.
  if (failure !== undefined && tests.failed === 0) {
    tests.failed = 1;
    tests.failures = [step.name];
  }
  failures.push(...tests.failures);
  for (const key of Object.keys(counts)) counts[key] += tests[key];
  if (tests.failed > 0) failedSteps.add(step.name);
  const detail = step.check === undefined ? `${tests.passed} passed, ${tests.failed} failed, ` : '';
  report(tests.failed > 0 ? '✗' : '✓', step.name, `${detail}${secondsSince(start)} s`, failure);
}

function script(name) {
  return () => npm(['run', '--silent', name]);
}

function runProject(project, file) {
  return run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { env: testEnvironment(), label: `vitest --project=${project}` },
  );
}

function testEnvironment() {
  const entries = Object.entries(process.env).filter(([key]) => !serverSettings.test(key));
  return Object.fromEntries(entries);
}

function noResults() {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

function readResults(file) {
  if (!existsSync(file)) return noResults();
  const result = JSON.parse(readFileSync(file, 'utf8'));
  const failures = result.testResults.flatMap(({ name, status, assertionResults }) => {
    const path = relative('.', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that doesn't load fails without a failing test.
    if (failed.length === 0) return status === 'failed' ? [path] : [];
    return failed.map(({ fullName }) => `${path}: ${fullName}`);
  });
  return {
    passed: result.numPassedTests,
    failed: failures.length,
    skipped: result.numPendingTests + result.numTodoTests,
    failures,
  };
}

function report(mark, name, detail, failure) {
  console.log(`${mark} ${name.padEnd(12)} ${detail}`);
  if (failure === undefined) return;
  const output = failure instanceof CommandFailed ? failure.output.trim() : '';
  if (output !== '') console.log(output.replace(/^/gm, '    '));
  console.log(`    ${failure instanceof Error ? failure.message : failure}`);
}
