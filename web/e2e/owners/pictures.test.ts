import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import {
  hasFocus,
  hydrated,
  phone,
  signInAs,
  signInAsAdmin,
  signUp,
  test,
  visit,
} from '../support/fixtures.ts';
import { ask, decide, farYear, listWeek, uploadDeed } from '../support/listings.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const gallery = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** A file as a phone sends it, of one color. */
async function photo(name: string, background: string) {
  const buffer = await sharp({ create: { width: 1500, height: 1000, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

const loadedWidth = (page: Page, alt: string): Promise<number> =>
  page
    .getByRole('dialog')
    .getByAltText(alt)
    .evaluate((image: HTMLImageElement) => image.naturalWidth);

test('An owner adds pictures and orders them; the team sees them, and then everyone', async ({
  page,
}) => {
  const { username } = await signUp(page);
  const title = `Week with pictures of ${username}`;
  const id = await listWeek(page, {
    title,
    availableFrom: `${farYear}-10-05`,
    availableTo: `${farYear}-10-12`,
  });
  await uploadDeed(page, id);
  await visit(page, `/dashboard/listings/${id}`);
  await button(page, 'Add Pictures').click();
  const editor = gallery(page, 'Pictures');
  const files = [
    await photo('one.jpg', '#1c7c86'),
    await photo('two.jpg', '#c4421f'),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
  ];
  await editor.getByLabel('Choose Pictures').setInputFiles(files);
  await editor.getByText('notes.txt: The picture must be a JPEG, PNG or WebP file').waitFor();
  await editor.getByLabel('What new picture 1 shows').fill('The sea at noon');
  await editor.getByLabel('What new picture 2 shows').fill('The terrace');
  await expectNoViolations(page);
  await button(page, 'Upload 2 Pictures').click();
  await editor.getByText('The pictures were added').waitFor();
  const handle = button(page, 'Move picture 2 of 2: The terrace');
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await hasFocus(button(page, 'Move picture 1 of 2: The terrace'));
  await editor.getByLabel('What picture 1 shows').fill('The terrace in the evening');
  await editor.getByLabel('What picture 2 shows').focus();
  await editor.getByText('Saved').waitFor();
  await expectNoViolations(page);
  await button(page, 'Close').click();
  // A reload before that would open it again.
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.reload();
  await hydrated(page);
  const strip = page.getByRole('list', { name: `Pictures of ${title}` });
  await expect
    .poll(() => strip.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel)))
    .toEqual([
      'The terrace in the evening. Open picture 1 of 2',
      'The sea at noon. Open picture 2 of 2',
    ]);

  await signInAsAdmin(page);
  await visit(page, `/admin/verification/${id}`);
  await button(page, 'The sea at noon. Open picture 2 of 2').click();
  await expect.poll(() => loadedWidth(page, 'The sea at noon')).toBeGreaterThan(400);
  await page.keyboard.press('Escape');
  await decide(page, id, 'verify', 'Deed and pictures seen.');

  await signInAs(page, username);
  const data = await ask<{ node: { resort: { databaseId: string } } }>(
    page.context().request,
    'query ($id: ID!) { node(id: $id) { ... on Listing { resort { databaseId } } } }',
    { id: Buffer.from(`Listing:${id}`).toString('base64') },
  );
  await page.context().clearCookies();
  await visit(page, `/resort/${data.node.resort.databaseId}?night=${farYear}-10-06`);
  await button(page, `2 pictures of ${title}`).click();
  const shown = gallery(page, title);
  await shown.getByText('1 of 2').waitFor();
  await expect.poll(() => loadedWidth(page, 'The terrace in the evening')).toBeGreaterThan(400);
  await page.keyboard.press('ArrowRight');
  await shown.getByText('2 of 2').waitFor();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await hasFocus(button(page, `2 pictures of ${title}`));
});

test('The pictures of a resort are swiped on a phone', async ({ openPage }) => {
  const page = await openPage({ viewport: phone, hasTouch: true, isMobile: true });
  await visit(page, '/resort/marriott-s-aruba-ocean-club');
  const strip = page.getByRole('list', { name: /^Pictures of Marriott/ });
  await strip.getByRole('button').first().click();
  const shown = gallery(page, /^Marriott/);
  await shown.getByText('1 of 5').waitFor();
  // What a swipe does: the browser scrolls and snaps.
  await shown.getByRole('list').evaluate((list) => list.scrollBy({ left: list.clientWidth }));
  await shown.getByText('2 of 5').waitFor();
  await expectNoViolations(page);
  await page.goBack();
  await shown.waitFor({ state: 'detached' });
});

test('An administrator adds a picture to a resort', async ({ page }) => {
  await signInAsAdmin(page);
  await visit(page, '/admin/resorts?q=villa+del+palmar');
  await button(page, /^Pictures of Villa del Palmar/).click();
  const editor = gallery(page, /^Pictures of Villa del Palmar/);
  await editor.getByLabel('Choose Pictures').setInputFiles([await photo('bar.jpg', '#5b3d00')]);
  await editor.getByLabel('What new picture 1 shows').fill('The bar on the beach');
  await button(page, 'Upload 1 Picture').click();
  await button(page, 'Move picture 6 of 6: The bar on the beach').waitFor();
  await button(page, 'Delete picture 6: The bar on the beach').click();
  await button(page, 'Delete Picture').click();
  await editor.getByText('The picture was deleted').waitFor();
  await button(page, 'Move picture 5 of 5').waitFor({ state: 'detached' });
});
