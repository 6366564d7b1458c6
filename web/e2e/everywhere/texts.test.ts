import { describe, expect } from 'vitest';
import {
  desktop,
  phone,
  signInAsAdmin,
  signUp,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';
import { gate } from '../support/gate.ts';
import { screenOf } from './screens.ts';
import { closeToast, expectTexts, missing, textOf } from './shownText.ts';
import { resortTexts, specScreens, type SpecScreen } from './specTexts.ts';

const refused = /status of (400|404|429)/;

/** Each screen with those that continue it. */
const chains: [name: string, screen: SpecScreen][][] = [];
for (const [name, screen] of Object.entries(specScreens)) {
  // `everywhere.test.ts` looks for the others on the pages that it opens.
  if (screenOf(screen)) continue;
  if (screen.continues) chains.at(-1)?.push([name, screen]);
  else chains.push([[name, screen]]);
}

describe('The texts of the specification', () => {
  for (const chain of chains) {
    test(chain.map(([name]) => name).join(', then '), async ({ openPage, allowProblem }) => {
      allowProblem(refused);
      const page = await openPage();
      let leave = () => {};
      for (const [name, screen] of chain) {
        const { path, continues, viewer, only, texts } = screen;
        await page.setViewportSize(only === 'phone' ? phone : desktop);
        if (viewer === 'signedIn') await signUp(page);
        if (viewer === 'admin') await signInAsAdmin(page);
        if (continues) {
          await closeToast(page);
          expect(missing(await textOf(page), texts), `${name}, before it`).toBeDefined();
          leave();
          await page.unrouteAll({ behavior: 'wait' });
        }
        const { opened: left, open } = gate();
        leave = open;
        if (path !== undefined) await visit(page, path);
        await screen.reach?.(page, left);
        await expectTexts(page, screen, name);
      }
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
