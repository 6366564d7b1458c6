import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import relay from 'vite-plugin-relay';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pathsOfPages } from './web/page/pathsOfPages.ts';
import { inDepth, isDeep } from './api/testing/depth.ts';

// Limits that end a hanging test; they measure no speed. A busy machine takes twenty times as long
// as a quiet machine, where no test needs more than half a minute and no wait more than seconds.
const hanging = inDepth(15, 120) * 60_000;
const patience = 3 * 60_000;

declare module 'vitest' {
  interface ProvidedContext {
    /** Milliseconds that a test waits for a state before it fails. */
    patience: number;
  }
}

/** Tests of the API that need no database. */
const pureApiTests = [
  'api/platform/process/env.test.ts',
  'api/graphql/limits/documentSize.test.ts',
  'api/schema.test.ts',
  'api/modules/bookings/moves/moves.test.ts',
  'api/modules/bookings/payment/deposit.test.ts',
  'api/modules/resorts/admin/seasons.test.ts',
  'api/modules/contracts/inspection/inspect.test.ts',
  'api/modules/inventory/sources/outgoing.test.ts',
  'api/modules/inventory/sources/calendarNights.test.ts',
  'api/modules/inventory/sources/calendars/readCalendar.test.ts',
  'api/modules/inventory/sources/feeds.test.ts',
  'api/modules/inventory/sources/memory.deep.test.ts',
  'api/modules/inventory/sources/takenNights.test.ts',
  'api/modules/inventory/sandbox/sandbox.test.ts',
  'api/modules/listings/weekNumbers.test.ts',
  'api/modules/phrases/readPhrases.test.ts',
  'api/modules/search/words/segments.test.ts',
  'api/modules/pricing/cancellation.test.ts',
  'api/modules/pricing/quote.test.ts',
  'api/platform/http/addresses.test.ts',
  'api/platform/files/csv.test.ts',
  'api/platform/database/cursors.test.ts',
  'api/platform/sessions/devices.test.ts',
  'api/platform/outgoing/failureWords.test.ts',
  'api/platform/files/icalendar.test.ts',
  'api/platform/files/pdf.test.ts',
  'api/platform/input/input.test.ts',
  'api/platform/input/maskContacts.test.ts',
  'api/platform/outgoing/outgoingPosts.test.ts',
  'api/platform/security/passwords.test.ts',
  'api/platform/payments/stripePayments.test.ts',
  'api/platform/security/settingsKeys.test.ts',
  'api/platform/security/signedLinks.test.ts',
  'api/rest/bodyTime.test.ts',
  'api/seed/sampleData.test.ts',
];

const newMigrationTest = 'scripts/newMigration.test.ts';

/** Tests of memory and of time, which only `npm run test:deep` runs. */
const deepTests = isDeep ? [] : ['**/*.deep.test.ts'];

/** Started first, so that the run does not wait for a long test at the end. */
const longest = [
  'web/e2e/owners/createListing.test.ts',
  'web/e2e/everywhere/everywhere.test.ts',
  'web/e2e/everywhere/texts.test.ts',
  'api/platform/postgres/embedded.test.ts',
  'api/modules/inventory/runs/crash.test.ts',
  'api/modules/inventory/runs/runs.test.ts',
  'api/modules/contracts/uploads/memory.deep.test.ts',
  'api/modules/inventory/sandbox/sandboxSync.test.ts',
  'api/modules/contracts/uploads/crash.test.ts',
  'api/modules/mail/crash.test.ts',
  'api/seed/seed.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((path) => moduleId.endsWith(`/${path}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  // Vite would give our files graphql's ES module, while packages in Node load the CommonJS module.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    testTimeout: hanging,
    hookTimeout: hanging,
    teardownTimeout: hanging,
    expect: { poll: { timeout: patience } },
    setupFiles: ['api/testing/setup.ts'],
    // Tests make much short-lived garbage; a larger nursery is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    maxWorkers: Math.min(4, Math.max(2, availableParallelism() - 1)),
    provide: { patience },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{common,packages,art,scripts}/**/*.test.ts',
            'bench/*.test.ts',
            ...pureApiTests,
          ],
          exclude: [newMigrationTest, ...deepTests],
          // Loading modules takes longer than most files run, and no test changes their state.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: ['api/**/*.test.ts', newMigrationTest],
          exclude: [...pureApiTests, ...deepTests],
          globalSetup: 'api/testing/globalSetup.ts',
          setupFiles: ['api/testing/properties.ts', 'api/testing/hangs.ts'],
          // These tests wait for a database, a process or a clock a third of their time.
          maxWorkers: Math.min(4, Math.max(3, availableParallelism() - 1)),
          // Loading the server takes longer than most files run, so a worker loads it once. Each
          // file has its own database and server; nothing else outlives a file.
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [react(), relay, pathsOfPages],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testing/setup.ts'],
          exclude: ['web/e2e/**'],
          // Files of one worker share its modules and its document; web/testing/setup.ts resets any
          // state of a test.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['web/e2e/**/*.test.ts'],
          globalSetup: 'web/e2e/support/globalSetup.ts',
          // A worker starts one browser for all its files.
          isolate: false,
        },
      },
    ],
  },
});
