import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { desktop, hydrated, phone, signInAsAdmin, signUp, siteUrl, test } from './fixtures.ts';
import { resortTexts, specScreens, type SpecScreen } from './specTexts.ts';

const refused = /status of (400|404|429)/;

const readers = {
  'on a desktop': { viewport: desktop, javaScriptEnabled: true },
  'on a phone': { viewport: phone, javaScriptEnabled: true },
  'without scripts': { viewport: desktop, javaScriptEnabled: false },
};

describe.each(Object.entries(readers))('The texts of the specification %s', (_, reader) => {
  const isPhone = reader.viewport === phone;
  const isSeen = ({ reach, only }: SpecScreen) =>
    (reader.javaScriptEnabled || !reach) && (!only || only === (isPhone ? 'phone' : 'desktop'));

  for (const [name, screen] of Object.entries(specScreens).filter(([, screen]) => isSeen(screen))) {
    test(name, async ({ openPage, allowProblem }) => {
      allowProblem(refused);
      const { path, viewer, reach, texts } = screen;
      const page = await openPage(reader);
      if (viewer === 'signedIn') await signUp(page);
      if (viewer === 'admin') await signInAsAdmin(page);
      await page.goto(path);
      if (reader.javaScriptEnabled) await hydrated(page);
      await reach?.(page);
      await expect
        .poll(async () => missing(await visibleText(page), texts), {
          ...(!reach && { timeout: 0 }),
          message: `of ${path}`,
        })
        .toBeUndefined();
    });
  }

  test('Resort (2, Resort detail)', async ({ openPage }) => {
    const page = await openPage(reader);
    const resort = await newResort();
    await page.goto(`/resort/${resort.id}`);
    if (reader.javaScriptEnabled) await hydrated(page);
    const text = await visibleText(page);
    for (const texts of [
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
    ]) {
      expect(missing(text, texts)).toBeUndefined();
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
 * What people see, whatever its letter case on screen, with every space alike: texts, placeholders
 * and the names of drawings.
 */
async function visibleText(page: Page): Promise<string> {
  const parts = await page.evaluate(() => {
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    );
    const shown: string[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node instanceof Element) {
        if (!node.checkVisibility()) continue;
        if (node instanceof HTMLInputElement) shown.push(` ${node.placeholder} `);
        else if (node.role === 'img') shown.push(` ${node.ariaLabel ?? ''} `);
      } else if (
        node.parentElement?.checkVisibility({ visibilityProperty: true }) ||
        node.parentElement?.tagName === 'OPTION'
      ) {
        shown.push(node.nodeValue ?? '');
      }
    }
    return shown;
  });
  return parts.join('').replace(/\s+/g, ' ');
}

/** The first text that doesn't follow on those before it, and where it was looked for. */
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
