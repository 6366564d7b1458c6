import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { drawn } from './tab.ts';

interface InPage {
  axe: typeof axe;
}

/**
 * Waits until animations have ended and axe finds no violations, ignoring rules `notAtIssue`.
 * Looks at the element that the selector `part` finds, by default at the whole page.
 */
export async function expectNoViolations(
  page: Page,
  notAtIssue: string[] = [],
  part = 'html',
): Promise<void> {
  await drawn(page, () => expect.poll(() => violations(page, notAtIssue, part)).toEqual([]));
}

/** Axe finds nothing, and nothing is scrolled sideways at any width. Ends at the width of a phone. */
export async function expectSound(page: Page, part = 'main'): Promise<void> {
  for (const width of [360, 768, 1024, 1440, 1920, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectFits(page, `at ${width} px`);
  }
  await expectNoViolations(page, [], part);
}

/** Nothing is scrolled sideways. */
export async function expectFits(page: Page, message = 'too wide'): Promise<void> {
  const beyond = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(beyond, { message }).toBe(0);
}

async function violations(page: Page, notAtIssue: string[], part: string): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ({ rules, selector }) => {
      const inPage = window as unknown as InPage;
      // Only violations are needed; no rule in use looks at the style sheets.
      const { violations } = await inPage.axe.run(selector, {
        resultTypes: ['violations'],
        preload: { assets: ['media'] },
        rules,
      });
      return violations;
    },
    {
      rules: Object.fromEntries(notAtIssue.map((rule) => [rule, { enabled: false }])),
      selector: part,
    },
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
