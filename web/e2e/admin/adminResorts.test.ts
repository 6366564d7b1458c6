import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  hasFocus,
  heading,
  signInAsAdmin,
  signUp,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';

const rowOf = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Resorts' }).getByRole('row').filter({ hasText: text });

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByText(text, { exact: true });

let made = 0;

/** Adds a resort for this test. */
async function addResort(page: Page, fields: object = {}): Promise<{ id: string; name: string }> {
  made += 1;
  const name = `Zephyr Bay ${Date.now()}${made}`;
  const answer = await page.context().request.post('/api/admin/resorts', {
    data: {
      name,
      location: 'Camden, Maine',
      destination: 'Zephyria',
      description: 'Fine.',
      amenities: 'Pool, Spa, Golf',
      priceMin: 120,
      priceMax: 1240,
      availableRentals: 3,
      ...fields,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { id: string; name: string };
}

describe('Who may see the resorts', () => {
  test('visitors and members are redirected to the home page', async ({ page }) => {
    const redirect = async () => {
      const answer = await page.request.get('/admin/resorts', { maxRedirects: 0 });
      return [answer.status(), answer.headers()['location']];
    };
    expect(await redirect()).toEqual([302, '/']);
    await signUp(page);
    expect(await redirect()).toEqual([302, '/']);
    expect((await page.request.get('/api/admin/resorts/export')).status()).toBe(403);
  });
});

describe('The list of resorts', () => {
  test('shows the range, the rating, two amenities and the badges', async ({ page }) => {
    await signInAsAdmin(page);
    const city = `Zephyrville ${Date.now()}`;
    const badges = { isNewAvailability: true, rating: 4.5 };
    const { name } = await addResort(page, { location: city, ...badges });
    const { name: plain } = await addResort(page, { location: city, amenities: 'Pool, Spa' });
    await visit(page, `/admin/resorts?q=${encodeURIComponent(city)}`);
    const row = rowOf(page, name);
    const shown = (await row.innerText()).replaceAll(/\s+/g, ' ');
    for (const part of [
      'Pool, Spa, …',
      'Zephyria',
      '$120 - $1,240',
      '4.5 (0 reviews)',
      'New',
      '3 Available',
    ]) {
      expect(shown).toContain(part);
    }
    expect(shown).not.toContain('Golf');
    expect(await rowOf(page, plain).innerText()).not.toMatch(/…|New/);
  });

  test('is searched, sorted and paged', async ({ page }) => {
    await signInAsAdmin(page);
    await visit(page, '/admin/resorts');
    const names = () => page.getByRole('rowheader').allInnerTexts();
    const first = await names();
    expect(first).toHaveLength(25);
    await page.getByRole('link', { name: 'Next Page' }).click();
    await page.waitForURL(/after=/);
    await expect.poll(async () => (await names()).some((name) => first.includes(name))).toBe(false);
    await page.getByRole('button', { name: 'Price Range' }).click();
    await page.waitForURL(/sort=price$/);
    const prices = async () =>
      (await page.getByText(/^\$[\d,]+ - \$[\d,]+$/).allInnerTexts()).map((text) =>
        Number(/\$([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')),
      );
    await expect
      .poll(async () => {
        const shown = await prices();
        return (
          shown.length === 25 && shown.every((price, index) => price >= (shown[index - 1] ?? 0))
        );
      })
      .toBe(true);
    await page.getByRole('searchbox').fill('no such resort anywhere qq');
    await page.keyboard.press('Enter');
    await heading(page, 'No resorts found', 2).waitFor();
    await page.getByRole('link', { name: 'Show All Resorts' }).click();
    await page.waitForURL(`${siteUrl}/admin/resorts`);
  });
});

describe('A resort', () => {
  test('is added and appears on the site at once', async ({ page }) => {
    await signInAsAdmin(page);
    await visit(page, '/admin/resorts');
    const add = page.getByRole('button', { name: 'Add New Resort' });
    await add.click();
    const dialog = page.getByRole('dialog', { name: 'Add New Resort' });
    await dialog.getByRole('button', { name: 'Add Resort' }).click();
    for (const message of [
      'Name is required',
      'Location is required',
      'Destination is required',
      'Description is required',
    ]) {
      expect(await dialog.getByText(message).isVisible()).toBe(true);
    }
    expect(await hasFocus(dialog.getByLabel('Name', { exact: true }))).toBe(true);
    await expectNoViolations(page);
    const name = `Zephyr Cove ${Date.now()}`;
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Location').fill('Camden, Maine');
    await dialog.getByLabel('Destination').fill('Zephyria');
    await dialog.getByLabel('Description').fill('One.\n\nTwo.');
    await dialog.getByLabel('Amenities').fill('Pool, , Spa ,Golf');
    await dialog.getByLabel('Lowest price').fill('300');
    await dialog.getByLabel('Highest price').fill('200');
    await dialog.getByLabel('Rating').fill('4.55');
    await dialog.getByLabel('Season calendar').fill('Red 1-8, 50-52\nWhite 9-20');
    await dialog.getByRole('button', { name: 'Add Resort' }).click();
    await dialog.getByText('Highest price must not be below the lowest').waitFor();
    await dialog.getByText('Rating must be 0 to 5 in steps of 0.1').waitFor();
    await dialog.getByLabel('Highest price').fill('400');
    await dialog.getByLabel('Rating').fill('4.5');
    await dialog.getByRole('switch', { name: 'New availability' }).check();
    await dialog.getByRole('button', { name: 'Add Resort' }).click();
    await toast(page, 'Resort added').waitFor();
    await expect.poll(() => hasFocus(add)).toBe(true);
    expect((await rowOf(page, name).innerText()).replaceAll(/\s+/g, ' ')).toContain('$300 - $400');
    const found = await page
      .context()
      .request.get(`/api/resorts/search?q=${encodeURIComponent(name)}`);
    expect(await found.json()).toMatchObject([
      { name, rating: 4.5, amenities: ['Pool', 'Spa', 'Golf'], isNewAvailability: true },
    ]);
  });

  test('is edited; a second administrator is told about the conflict', async ({ page }) => {
    await signInAsAdmin(page);
    const { id, name } = await addResort(page);
    await visit(page, `/admin/resorts?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Resort' });
    await dialog.getByLabel('Destination').fill('Mine');
    await sql(inject('databaseUrl'), `UPDATE resorts SET location = 'Theirs' WHERE id = $1`, [id]);
    await dialog.getByRole('button', { name: 'Save Resort' }).click();
    await dialog
      .getByText('This resort has changed since you opened the list. Load it again')
      .waitFor();
    await page.getByText('Failed to update resort', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Load the Latest Version' }).click();
    await expect.poll(() => dialog.getByLabel('Location').inputValue()).toBe('Theirs');
    await dialog.getByLabel('Destination').fill('Mine');
    await dialog.getByRole('button', { name: 'Save Resort' }).click();
    await toast(page, 'Resort updated').waitFor();
    const shown = await rowOf(page, name).innerText();
    expect([shown.includes('Theirs'), shown.includes('Mine')]).toEqual([true, true]);
  });

  test('is deleted after confirmation', async ({ page }) => {
    await signInAsAdmin(page);
    const { id, name } = await addResort(page);
    await visit(page, `/admin/resorts?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Resort' });
    await dialog
      .getByText(`Are you sure you want to delete ${name}? This action cannot be undone.`)
      .waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await toast(page, 'Resort deleted').waitFor();
    await heading(page, 'No resorts found', 2).waitFor();
    expect((await page.context().request.get(`/api/resorts/${id}`)).status()).toBe(404);
  });

  test('gets yearly fees and a deed-back programme, which can be removed', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await signInAsAdmin(page);
    const { name } = await addResort(page);
    await visit(page, `/admin/resorts?q=${encodeURIComponent(name)}`);
    const opener = page.getByRole('button', { name: `Costs of owning at ${name}` });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: `Costs of owning at ${name}` });
    const fee = dialog.getByRole('form', { name: 'Record a fee' });
    await fee.getByRole('button', { name: 'Save Fee' }).click();
    await fee.getByText('Say the year').waitFor();
    await expectNoViolations(page);
    await fee.getByLabel('Year').fill('2024');
    await fee.getByLabel('Bedrooms').fill('2');
    await fee.getByLabel(/^Fee/).fill('1,240.50');
    await fee.getByLabel('Source').fill('Budget letter');
    await fee.getByRole('button', { name: 'Save Fee' }).click();
    const fees = dialog.getByRole('list', { name: 'Recorded fees' });
    await fees.getByText('2024, 2 bedrooms: $1,240.50 (Budget letter)').waitFor();
    const programme = dialog.getByRole('form', { name: 'Deed-back programme' });
    await programme.getByLabel('Terms').fill('For owners who are paid up.');
    await programme.getByLabel('Source').fill('Club magazine');
    await programme.getByRole('button', { name: 'Save Programme' }).click();
    await dialog.getByText(/^Recorded on /).waitFor();
    await dialog.getByRole('button', { name: 'Remove the fee of 2024, 2 bedrooms' }).click();
    await dialog.getByText('No fees recorded yet.').waitFor();
    await page.reload();
    await expect
      .poll(() => programme.getByLabel('Terms').inputValue())
      .toBe('For owners who are paid up.');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(opener)).toBe(true);
  });

  test('gets a picture from a file, cropped by keyboard, unless it is too small or no picture', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/status of 400/);
    await signInAsAdmin(page);
    const { id, name } = await addResort(page);
    await visit(page, `/admin/resorts?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Resort' });
    const file = dialog.getByLabel('Picture file');
    const pictureOf = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#1C7C86' } });
    const small = await pictureOf(500, 100).png().toBuffer();
    await file.setInputFiles({ name: 'small.png', mimeType: 'image/png', buffer: small });
    await dialog.getByRole('button', { name: 'Use Picture' }).click();
    await dialog
      .getByText(/must have at least 480 by 320 pixels/)
      .first()
      .waitFor();
    await file.setInputFiles({
      name: 'note.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    });
    await dialog.getByText('The picture must be a JPEG, PNG or WebP file').waitFor();
    const buffer = await pictureOf(1500, 1500).jpeg().toBuffer();
    await file.setInputFiles({ name: 'sea.jpg', mimeType: 'image/jpeg', buffer });
    const part = dialog.getByRole('group', { name: 'Choose the part that is shown' });
    await part.waitFor();
    await part.getByRole('slider', { name: 'Zoom' }).fill('1.5');
    await part.getByRole('button', { name: 'Use Picture' }).click();
    await part.waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Picture', { exact: true }).inputValue()).toMatch(
      /^\/media\/resorts\/.*960\.webp$/,
    );
    await dialog.getByRole('button', { name: 'Save Resort' }).click();
    await toast(page, 'Resort updated').waitFor();
    await visit(page, `/resort/${id}`);
    const picture = page.locator('main img').first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(400);
    expect(await picture.getAttribute('srcset')).toContain('1440.webp 1440w');
  });
});

describe('A file of resorts', () => {
  test('is previewed with its invalid lines, imported once, with progress, and exported', async ({
    page,
  }) => {
    await signInAsAdmin(page);
    const run = `Q${Date.now()}`;
    const lines = Array.from({ length: 600 }, (_, index) =>
      index % 200 === 7
        ? `,Town,${run},Fine,1,2`
        : `${run} ${index},Town ${index},${run},Fine,100,200`,
    );
    const csv = ['name,location,destination,description,priceMin,priceMax', ...lines].join('\n');
    const file = { name: 'resorts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await visit(page, '/admin/resorts');
    const opener = page.getByRole('button', { name: 'Import CSV' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Import Resorts' });
    await dialog.getByLabel('CSV file').setInputFiles(file);
    await dialog.getByText("597 resorts can be imported, 3 lines can't").waitFor();
    const problems = dialog.getByRole('region', { name: 'Lines that cannot be imported' });
    expect(await problems.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Line 9\s+Name is required$/),
      expect.stringMatching(/^Line 209\s+Name is required$/),
      expect.stringMatching(/^Line 409\s+Name is required$/),
    ]);
    await expectNoViolations(page);
    const count = async () =>
      (
        await sql<{ count: number }>(
          inject('databaseUrl'),
          'SELECT count(*)::int AS count FROM resorts WHERE destination = $1',
          [run],
        )
      )[0]?.count;
    expect(await count()).toBe(0);
    const seen: string[] = [];
    await page.exposeFunction('noteProgress', (text: string) => seen.push(text));
    await dialog.getByRole('status').evaluate((element) => {
      new MutationObserver(() => {
        (window as unknown as { noteProgress(text: string): void }).noteProgress(
          element.textContent ?? '',
        );
      }).observe(element, { childList: true, characterData: true, subtree: true });
    });
    await dialog.getByRole('button', { name: 'Import 597 Resorts' }).click();
    await dialog.getByText('597 resorts imported').waitFor();
    expect(seen).toContain('250 of 597 resorts…');
    expect(await count()).toBe(597);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await toast(page, 'Resorts imported').waitFor();
    await expect.poll(() => hasFocus(opener)).toBe(true);

    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('resorts.csv');
    expect(await text(await download.createReadStream())).toContain(`${run} 599`);

    await opener.click();
    await dialog.getByLabel('CSV file').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Import 597 Resorts' }).click();
    await dialog.getByText('0 resorts imported, 597 there already').waitFor();
    expect(await count()).toBe(597);
    await sql(inject('databaseUrl'), 'DELETE FROM resorts WHERE destination = $1', [run]);
  });

  test('without the required columns is rejected; an interrupted import can be retried', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/status of 400|ERR_FAILED|Failed to load/);
    await signInAsAdmin(page);
    await visit(page, '/admin/resorts?dialog=import');
    const dialog = page.getByRole('dialog', { name: 'Import Resorts' });
    const send = (text: string) =>
      dialog
        .getByLabel('CSV file')
        .setInputFiles({ name: 'r.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await send('city\nCamden');
    await dialog.getByText(/The first line must name the columns, name, location/).waitFor();
    const run = `Q${Date.now()}`;
    await send(`name,location,destination,description\n${run},Town,${run},Fine`);
    await dialog.getByText('1 resort can be imported').waitFor();
    await page.route('**/api/admin/resorts/imports/*', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Import 1 Resort' }).click();
    await dialog.getByText('The connection was lost. Please try again').waitFor();
    await page.unroute('**/api/admin/resorts/imports/*');
    await dialog.getByRole('button', { name: 'Import 1 Resort' }).click();
    await dialog.getByText('1 resort imported').waitFor();
    await sql(inject('databaseUrl'), 'DELETE FROM resorts WHERE destination = $1', [run]);
  });
});
