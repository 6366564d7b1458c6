import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/** What tests run in processes of their own. */
const programs = {
  bookingStep: 'api/testing/bookingStep.ts',
  backup: 'scripts/backup.ts',
  calendarThread: 'api/modules/inventory/sources/calendars/calendarThread.ts',
  completeContract: 'api/testing/completeContract.ts',
  completeUpload: 'api/testing/completeUpload.ts',
  createAdmin: 'scripts/createAdmin.ts',
  embeddedPostgres: 'api/platform/postgres/embedded.ts',
  fatalJob: 'api/testing/fatalJob.ts',
  haltAt: 'api/testing/haltAt.ts',
  jobWorker: 'api/testing/jobWorker.ts',
  rotateSecrets: 'scripts/rotateSecrets.ts',
  sandboxStep: 'api/testing/sandboxStep.ts',
  secondServer: 'api/testing/secondServer.ts',
  seedWorker: 'api/testing/seedWorker.ts',
  server: 'api/main.ts',
  verifyAudit: 'scripts/verifyAudit.ts',
  webhookReceiver: 'api/testing/webhookReceiver.ts',
  webhookWorker: 'api/testing/webhookWorker.ts',
};

export type Program = keyof typeof programs;

/**
 * Bundles the programs once per run, as the build does: a process that compiles its sources takes
 * twice as long to start.
 * @returns their folder, to be removed after the run
 */
export async function bundlePrograms(): Promise<{ folder: string; remove(): void }> {
  // Inside the project, where the programs find their packages.
  mkdirSync('dist', { recursive: true });
  const folder = mkdtempSync(resolve('dist', 'testing-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    // One test runs a program as another user.
    chmodSync(folder, 0o755);
    await build({
      entryPoints: programs,
      outdir: folder,
      bundle: true,
      splitting: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'warning',
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

/** The file of a program below the folder. */
export const fileOf = (folder: string, program: Program): string => join(folder, `${program}.js`);
