import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isDeep } from '#api/testing/depth.ts';
import { phone } from '../support/fixtures.ts';
import type { SpecScreen } from './specTexts.ts';

/**
 * Checks the texts of a screen in its HTML, unless they have to be reached, and as the page shows
 * them.
 * @param name The name of the screen, if the test is about several.
 */
export async function expectTexts(page: Page, screen: SpecScreen, name = ''): Promise<void> {
  const { path, only, continues, reach, texts } = screen;
  if (!reach && !continues) {
    expect(missing(await textOf(page, path), texts), `${name} without scripts`).toBeUndefined();
  }
  const missingNow = async () => missing(await textOf(page), texts);
  await expect.poll(missingNow, { message: name }).toBeUndefined();
  // Texts that have to be reached are looked for on a phone in depth.
  if (only || (reach && !isDeep)) return;
  await page.setViewportSize(phone);
  await expect.poll(missingNow, { message: `${name} on a phone` }).toBeUndefined();
}

/** Closes the toast, if there is one, also behind a dialog. */
export async function closeToast(page: Page): Promise<void> {
  await page.evaluate(() => {
    const region = document.querySelector('[aria-label="Notifications (F8)"]');
    region?.querySelector('button')?.click();
  });
}

/**
 * The visible texts, placeholders and names of pictures, before CSS changes letter case, with
 * whitespace collapsed. With a path, those that the HTML of that path shows without scripts.
 */
export async function textOf(page: Page, path?: string): Promise<string> {
  const parts = await page.evaluate(shownTexts, path);
  return parts.join('').replace(/\s+/g, ' ');
}

/** Runs in the page. */
async function shownTexts(path?: string): Promise<string[]> {
  const root = path === undefined ? document.body : (await parsed(path)).body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const shown: string[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Element) {
      if (!isSeen(node, {})) continue;
      if (node instanceof HTMLInputElement) shown.push(` ${node.placeholder} `);
      else if (node.role === 'img') shown.push(` ${node.ariaLabel ?? ''} `);
    } else if (
      isSeen(node.parentElement, { visibilityProperty: true }) ||
      node.parentElement?.tagName === 'OPTION'
    ) {
      shown.push(node.nodeValue ?? '');
    }
  }
  return shown;

  async function parsed(address: string): Promise<Document> {
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    return new DOMParser().parseFromString(await answer.text(), 'text/html');
  }

  /** Parsed HTML is not rendered, so it has no styles: there, elements and attributes decide. */
  function isSeen(element: Element | null, options: CheckVisibilityOptions): boolean {
    if (path === undefined) return element?.checkVisibility(options) ?? false;
    return element !== null && !element.closest('[hidden], template, script, style');
  }
}

/** The first text that is missing or out of order, and the text of the page before it. */
export function missing(page: string, texts: readonly string[]): string | undefined {
  let position = 0;
  for (const text of texts) {
    const found = page.indexOf(text, position);
    if (found === -1)
      return `“${text}” after “${page.slice(Math.max(0, position - 60), position)}”`;
    position = found + text.length;
  }
  return undefined;
}
