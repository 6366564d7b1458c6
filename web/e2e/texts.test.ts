import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hydrated, signUp, siteUrl, test } from './fixtures.ts';
import { resortTexts, specTexts } from './specTexts.ts';

const notFound = /status of 404/;

describe.each([true, false])('Texts of the specification, JavaScript: %s', (javaScriptEnabled) => {
  for (const [name, { path, viewer, texts }] of Object.entries(specTexts)) {
    test(name, async ({ openPage, allowProblem }) => {
      allowProblem(notFound);
      const page = await openPage({ javaScriptEnabled });
      if (viewer === 'signedIn') await signUp(page);
      await page.goto(path);
      if (javaScriptEnabled) await hydrated(page);
      expectInOrder(await visibleText(page), texts);
    });
  }

  test('Resort (2, Resort detail)', async ({ openPage }) => {
    const page = await openPage({ javaScriptEnabled });
    const resort = await topResort();
    await page.goto(`/resort/${resort.id}`);
    if (javaScriptEnabled) await hydrated(page);
    const text = await visibleText(page);
    expectInOrder(text, [resort.name, resort.location, ...resortTexts]);
    expectInOrder(text, [resort.description, ...resort.amenities]);
    expect(text).toContain(`$${resort.priceMin} - $${resort.priceMax}`);
    expect(text).toContain(`(${resort.reviewCount} reviews)`);
  });
});

interface RestResort {
  id: string;
  name: string;
  location: string;
  description: string;
  amenities: string[];
  priceMin: number;
  priceMax: number;
  reviewCount: number;
}

async function topResort(): Promise<RestResort> {
  const answer = await fetch(`${siteUrl}/api/resorts/top?limit=1`);
  const [resort] = (await answer.json()) as RestResort[];
  if (!resort) throw new Error('There are no resorts');
  return resort;
}

/** Text that is shown, whatever its letter case on screen, with every space alike. */
async function visibleText(page: Page): Promise<string> {
  const parts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const shown: string[] = [];
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (parentElement?.checkVisibility() || parentElement?.tagName === 'OPTION') {
        shown.push(nodeValue ?? '');
      }
    }
    return shown;
  });
  return parts.join('').replace(/\s+/g, ' ');
}

function expectInOrder(page: string, texts: readonly string[]): void {
  let position = 0;
  for (const text of texts) {
    const found = page.indexOf(text, position);
    expect(
      found,
      `“${text}” should follow after “${page.slice(position - 60, position)}”`,
    ).not.toBe(-1);
    position = found + text.length;
  }
}
