import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import { findBrowser } from './browser.ts';
import { databaseUrlOf, startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
    databaseUrl: string;
    browserPath: string;
  }
}

/** Starts one product for all test files; returns its teardown. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = scratchFolder();
  const cleanUps: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const cleanUp = async () => {
    for (const step of cleanUps.splice(0).reverse()) await step();
  };
  try {
    const executablePath = await findBrowser();
    const product = await startProduct({
      dataDir,
      env: { WEBHOOK_ALLOW: '127.0.0.0/8', CALENDAR_ALLOW: '127.0.0.0/8' },
    });
    cleanUps.push(() => product.stop());
    project.provide('siteUrl', product.url);
    project.provide('databaseUrl', databaseUrlOf(dataDir));
    project.provide('browserPath', executablePath);
    return cleanUp;
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
