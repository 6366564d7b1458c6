import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { hasFocus, signInAsAdmin, signUp, test, visit } from '../support/fixtures.ts';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' });
const answer = (page: Page, name: string) => question(page).getByRole('button', { name }).click();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function openNewResort(page: Page): Promise<void> {
  await signInAsAdmin(page);
  await visit(page, '/admin/resorts');
  await page.getByRole('button', { name: 'Add New Resort' }).click();
  await dialog(page, 'Add New Resort').waitFor();
}

async function openReview(page: Page): Promise<void> {
  await signUp(page);
  await visit(page, '/search');
  await page.getByRole('article').first().getByRole('link').first().click();
  await page.locator('#write-review').click();
  await dialog(page, 'Your Review').waitFor();
}

describe('A long dialog', () => {
  test('keeps title and buttons uncovered, and asks before it loses input', async ({
    openPage,
  }) => {
    const page = await openPage({ viewport: { width: 1280, height: 640 } });
    await openNewResort(page);
    const send = dialog(page, 'Add New Resort').getByRole('button', { name: 'Add Resort' });
    const isWhole = () =>
      send.evaluate((button) => {
        const { top, bottom, left, width } = button.getBoundingClientRect();
        const hit = (y: number) => document.elementFromPoint(left + width / 2, y);
        return hit(top + 2) === button && hit(bottom - 2) === button;
      });
    expect(await isWhole()).toBe(true);
    // Scrolls each label in turn under the title.
    const shown = await dialog(page, 'Add New Resort').evaluate((paper) => {
      const title = paper.querySelector('h2')?.getBoundingClientRect();
      if (!title) throw new Error('The dialog has no title');
      return [...paper.querySelectorAll('label')].flatMap((label) => {
        const place = label.getBoundingClientRect();
        paper.scrollBy(0, place.top + place.height / 2 - (title.top + title.height / 2));
        const { left, top, width, height } = label.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const isUnderTitle = Math.abs(top - title.top) < title.height;
        return isUnderTitle && label.contains(hit) ? [label.textContent] : [];
      });
    });
    expect(shown).toEqual([]);
    expect(await isWhole()).toBe(true);

    const name = dialog(page, 'Add New Resort').getByLabel('Name', { exact: true });
    await name.fill('Half a resort');
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    const keep = question(page).getByRole('button', { name: 'Keep Editing' });
    await expect.poll(() => hasFocus(keep)).toBe(true);
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await question(page).waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Half a resort');

    await page.mouse.click(5, 5);
    await answer(page, 'Discard');
    await dialog(page, 'Add New Resort').waitFor({ state: 'detached' });

    // Discarded input is gone, and a dialog without input closes at once.
    await page.getByRole('button', { name: 'Add New Resort' }).click();
    expect(await name.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await dialog(page, 'Add New Resort').waitFor({ state: 'detached' });
    expect(await question(page).count()).toBe(0);
  });
});

describe('Unsaved input in a dialog', () => {
  test('is not lost by Back without confirmation; Discard drops it; sent, it may close', async ({
    page,
  }) => {
    await openReview(page);
    const title = dialog(page, 'Your Review').getByLabel('Title');
    await title.fill('A quiet week');
    await page.evaluate(() => void setTimeout(() => window.history.back()));
    await question(page).waitFor();
    await answer(page, 'Keep Editing');
    await question(page).waitFor({ state: 'detached' });
    expect(await title.inputValue()).toBe('A quiet week');
    expect(page.url()).toContain('review=write');
    await dialog(page, 'Your Review').getByRole('button', { name: 'Close' }).click();
    await answer(page, 'Discard');
    await dialog(page, 'Your Review').waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('review=write');

    await page.locator('#write-review').click();
    const form = page.getByRole('form', { name: 'Review' });
    await form.getByRole('radio', { name: '4 stars, Very good' }).check();
    await form.getByLabel('Title').fill('A quiet week');
    await form.getByLabel('Review', { exact: true }).fill('By the sea, with everything near.');
    await form.getByRole('button', { name: 'Publish Review' }).click();
    await dialog(page, 'Your Review').waitFor({ state: 'detached' });
    await page.getByText('Review published', { exact: true }).waitFor();
    expect(await question(page).count()).toBe(0);
  });
});

test('Unsaved settings are not lost by leaving the page without confirmation', async ({ page }) => {
  await signInAsAdmin(page);
  await visit(page, '/admin/settings?tab=new');
  await page.getByLabel('Setting Key').fill('half_a_key');
  // What was typed, and changed values, stay between tabs.
  await page.getByRole('tab', { name: 'General' }).click();
  await page.getByRole('tab', { name: 'Add New' }).click();
  expect(await page.getByLabel('Setting Key').inputValue()).toBe('half_a_key');
  await page.getByRole('link', { name: 'Forums' }).first().click();
  await answer(page, 'Keep Editing');
  await question(page).waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'General' }).click();

  const value = page.getByLabel(/^Value of /).first();
  const stored = await value.inputValue();
  await value.fill(`${stored} changed`);
  await page.getByRole('tab', { name: 'SMTP' }).click();
  await page.getByRole('tab', { name: 'General' }).click();
  expect(await value.inputValue()).toBe(`${stored} changed`);
  await page.getByRole('link', { name: 'Forums' }).first().click();
  await answer(page, 'Keep Editing');
  await question(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/admin/settings');
  await page.getByRole('link', { name: 'Forums' }).first().click();
  await answer(page, 'Discard');
  await page.waitForURL('**/forums');
});

test('Tab cycles within the upload dialog, in both directions', async ({ page }) => {
  await signUp(page);
  await visit(page, '/create-listing');
  await page
    .getByRole('button', { name: /Upload/ })
    .first()
    .click();
  const upload = dialog(page, 'Upload Ownership Contract');
  await upload.getByText('Choose a File').waitFor();
  const focused = () =>
    upload.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.ariaLabel ?? activeElement?.closest('label')?.textContent;
    });
  const [close, choose] = ['Close', 'Choose a File'];
  for (const [key, name] of [
    ['Shift+Tab', choose],
    ['Tab', close],
    ['Tab', choose],
    ['Shift+Tab', close],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(focused, { message: `after ${key}` }).toBe(name);
  }
});
