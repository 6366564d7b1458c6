import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import {
  cards,
  hasFocus,
  heading,
  hydrated,
  makeAccount,
  signUp,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';

describe('Favorites', () => {
  test('are added with the heart of a card, and stay marked after a reload and on the resort', async ({
    page,
  }) => {
    await signUp(page);
    await visit(page, '/search');
    const card = page.getByRole('article').first();
    const name = await card.getByRole('heading').innerText();
    await addButton(card, name).click();
    await page.getByRole('status').filter({ hasText: 'Added to favorites' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/search');
    await expectNoViolations(page, ['color-contrast']);
    await page.reload();
    await hydrated(page);
    await removeButton(card, name).waitFor();
    await card.getByRole('link', { name: /^View Details/ }).click();
    await heading(page, name, 1).waitFor();
    await removeButton(page, name).press('Enter');
    await page.getByRole('status').filter({ hasText: 'Removed from favorites' }).waitFor();
    await addButton(page, name).waitFor();
  });

  test('are added by keyboard, and listed and removed on the dashboard', async ({ page }) => {
    const { firstName } = await signUp(page);
    await visit(page, '/search?q=hawaii');
    const card = page.getByRole('article').first();
    const name = await card.getByRole('heading').innerText();
    await addButton(card, name).focus();
    await page.keyboard.press('Enter');
    await removeButton(card, name).waitFor();
    expect(await hasFocus(removeButton(card, name))).toBe(true);

    await page.getByRole('banner').getByRole('button', { name: firstName }).click();
    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    const favorites = page.getByRole('region', { name: 'Favorites' });
    await favorites.getByRole('link', { name }).waitFor();
    await favorites.getByRole('button', { name: /^Remove/ }).click();
    await favorites.getByText('No favorites yet').waitFor();
    await page.goBack();
    await addButton(card, name).waitFor();

    // Refused by the server, as if signed out in another tab, the change is rolled back.
    await page.context().clearCookies();
    await addButton(card, name).click();
    const failure = page.getByRole('alert').filter({ hasText: 'Favorites could not be changed' });
    await failure.waitFor();
    expect(await failure.innerText()).toContain('Please sign in first');
    await addButton(card, name).waitFor();
  });

  test('send a visitor to sign in, then add the resort on the page they left', async ({ page }) => {
    const account = await makeAccount();
    await visit(page, '/search?q=aruba');
    const [first] = await cards(page);
    expect(first).toBeDefined();
    const heart = page.getByRole('button', { name: /^Add .* to favorites$/ }).first();
    const label = (await heart.getAttribute('aria-label')) ?? '';
    await heart.click();
    await heading(page, /^Join /, 1).waitFor();
    await page.getByText('Once you are in, we add the resort.', { exact: false }).waitFor();
    await page.getByLabel('Email or username').fill(account.username);
    const password = page.getByRole('textbox', { name: 'Password' });
    await password.fill(account.password);
    await password.press('Enter');
    await heading(page, 'Search Results', 1).waitFor();
    await page.getByRole('status').filter({ hasText: 'Added to favorites' }).waitFor();
    await expect.poll(() => page.url()).toBe(`${siteUrl}/search?q=aruba`);
    const kept = label.replace(/^Add (.*) to favorites$/, 'Remove $1 from favorites');
    await page.getByRole('button', { name: kept, exact: true }).first().click();
    await page.getByRole('status').filter({ hasText: 'Removed from favorites' }).waitFor();

    // Added once: neither Back and Forward nor a reload adds the resort again.
    await page.goBack();
    await page.goForward();
    await page.reload();
    await hydrated(page);
    await page.getByRole('button', { name: label, exact: true }).first().waitFor();
  });
});

const addButton = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name: `Add ${name} to favorites`, exact: true });

const removeButton = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name: `Remove ${name} from favorites`, exact: true });
