import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { drawn } from './tab.ts';

interface InPage {
  axe: typeof axe;
}

/** Waits until animations have ended and axe finds no violations, ignoring rules `notAtIssue`. */
export async function expectNoViolations(page: Page, notAtIssue: string[] = []): Promise<void> {
  await drawn(page, () => expect.poll(() => violations(page, notAtIssue)).toEqual([]));
}

async function violations(page: Page, notAtIssue: string[]): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async (rules) => {
      const inPage = window as unknown as InPage;
      // Only violations are needed.
      return (await inPage.axe.run({ resultTypes: ['violations'], rules })).violations;
    },
    Object.fromEntries(notAtIssue.map((rule) => [rule, { enabled: false }])),
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
