import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isDeep } from '#api/testing/depth.ts';

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
  await expect.poll(() => violations(page, notAtIssue, part)).toEqual([]);
}

/** Widths of the window in px; a phone is last, so that the test goes on at its width. */
const widths = isDeep ? [360, 768, 1024, 1440, 1920, 390] : [390];

/** Axe finds nothing, and nothing is scrolled sideways. Ends at the width of a phone. */
export async function expectSound(page: Page, part = 'main'): Promise<void> {
  for (const width of widths) {
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
  const rules = Object.fromEntries(notAtIssue.map((rule) => [rule, { enabled: false }]));
  const found = await page.evaluate(runAxe, { rules, part, looksAtAll: isDeep });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

interface Look {
  rules: axe.RuleObject;
  part: string;
  /** Whether all texts are tested for contrast; else one of those that have all colors in common. */
  looksAtAll: boolean;
}

/** Runs in the page. */
async function runAxe({ rules, part, looksAtAll }: Look): Promise<axe.Result[]> {
  const { axe: inPage } = window as unknown as InPage;
  const { getComputedStyle } = window;
  const mark = 'data-contrast';
  const marked = looksAtAll ? [] : unlike(document.querySelectorAll(`${part} *`));
  for (const element of marked) element.setAttribute(mark, '');
  const selector = looksAtAll ? '*' : `[${mark}]`;
  inPage.configure({ rules: [{ id: 'color-contrast', selector }] });
  // Tests leave pages undrawn, with an opacity that axe shall not see.
  window.getComputedStyle = (element, pseudo) => {
    const style = getComputedStyle(element, pseudo);
    if (element !== document.documentElement) return style;
    const own = style.getPropertyValue.bind(style);
    const getPropertyValue = (name: string) => (name === 'opacity' ? '1' : own(name));
    return Object.assign(style, { getPropertyValue });
  };
  // Only violations are needed; no rule in use looks at the style sheets.
  const { violations: found } = await inPage.run(part, {
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    rules,
  });
  window.getComputedStyle = getComputedStyle;
  for (const element of marked) element.removeAttribute(mark);
  return found;

  /** Of elements with a text that are alike with all elements around them, the first. */
  function unlike(elements: Iterable<Element>): Element[] {
    const kinds = new Map<string, number>();
    const kindOf = new Map<Element | null, number>();
    const firsts: Element[] = [];
    for (const element of elements) {
      const holdsText =
        element.matches('input, select, textarea') ||
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      const { color, backgroundColor } = getComputedStyle(element);
      const look = [element.tagName, element.getAttribute('class'), color, backgroundColor];
      const kind = [kindOf.get(element.parentElement), holdsText, ...look].join();
      if (holdsText && !kinds.has(kind)) firsts.push(element);
      if (!kinds.has(kind)) kinds.set(kind, kinds.size);
      kindOf.set(element, kinds.get(kind) ?? 0);
    }
    return firsts;
  }
}
