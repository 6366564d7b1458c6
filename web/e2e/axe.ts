import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface InPage {
  axe: typeof axe;
}

/** Axe finds nothing on the page as it stands, besides what is not at issue. */
export async function expectNoViolations(page: Page, notAtIssue: string[] = []): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (rules) => {
      const inPage = window as unknown as InPage;
      // Passes are of no use.
      return (await inPage.axe.run({ resultTypes: ['violations'], rules })).violations;
    },
    Object.fromEntries(notAtIssue.map((rule) => [rule, { enabled: false }])),
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
  expect(found).toEqual([]);
}
