import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { desktop, phone, signInAsAdmin, signUp, siteUrl, test, visit } from './fixtures.ts';
import { resortTexts, specScreens } from './specTexts.ts';

const refused = /status of (400|404|429)/;

describe('The texts of the specification', () => {
  for (const [name, { path, viewer, only, reach, texts }] of Object.entries(specScreens)) {
    test(name, async ({ openPage, allowProblem }) => {
      allowProblem(refused);
      const page = await openPage({ viewport: only === 'phone' ? phone : desktop });
      if (viewer === 'signedIn') await signUp(page);
      if (viewer === 'admin') await signInAsAdmin(page);
      await visit(page, path);
      if (reach) await reach(page);
      else expect(missing(await textOf(page, path), texts), 'without scripts').toBeUndefined();
      const missingNow = async () => missing(await textOf(page), texts);
      await expect.poll(missingNow).toBeUndefined();
      if (only) return;
      await page.setViewportSize(phone);
      await expect.poll(missingNow, { message: 'on a phone' }).toBeUndefined();
    });
  }

  test('Resort (2, Resort detail)', async ({ page }) => {
    const resort = await newResort();
    const path = `/resort/${resort.id}`;
    await visit(page, path);
    const shown = [await textOf(page), await textOf(page, path)];
    await page.setViewportSize(phone);
    shown.push(await textOf(page));
    const parts = [
      [resort.name, resort.location, String(resort.rating), `(${resort.reviewCount} reviews)`],
      [resort.name, ...resortTexts],
      [resort.description, ...resort.amenities],
      [
        'New Availability!',
        `$${resort.priceMin} - $${resort.priceMax}`,
        'per night',
        'Available rentals',
        String(resort.availableRentals),
        resort.destination,
        'Book Now',
      ],
    ];
    for (const text of shown) {
      for (const texts of parts) expect(missing(text, texts)).toBeUndefined();
    }
  });
});

interface RestResort {
  id: string;
  name: string;
  location: string;
  description: string;
  destination: string;
  amenities: string[];
  priceMin: number;
  priceMax: number;
  rating: string | number;
  reviewCount: number;
  availableRentals: number;
}

async function newResort(): Promise<RestResort> {
  const answer = await fetch(`${siteUrl}/api/resorts/new-availability?limit=1`);
  const [resort] = (await answer.json()) as RestResort[];
  if (!resort) throw new Error('There are no resorts');
  return resort;
}

/**
 * The visible texts, placeholders and names of pictures, before CSS changes letter case, with
 * whitespace collapsed. With a path, those that the HTML of that path shows without scripts.
 */
async function textOf(page: Page, path?: string): Promise<string> {
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
function missing(page: string, texts: readonly string[]): string | undefined {
  let position = 0;
  for (const text of texts) {
    const found = page.indexOf(text, position);
    if (found === -1)
      return `“${text}” after “${page.slice(Math.max(0, position - 60), position)}”`;
    position = found + text.length;
  }
  return undefined;
}
