import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hasFocus, phone, test, visit } from '../support/fixtures.ts';
import { resortPath } from './screens.ts';

describe('Toasts', () => {
  test('close with a swipe of 50 px to the right; F8 focuses them', async ({ openPage }) => {
    const page = await openPage({ viewport: phone, permissions: clipboard });
    const share = await pageWithShare(page);
    const toast = page.getByRole('status').filter({ hasText: 'Link copied' });
    await share.click();
    await toast.waitFor();
    await page.keyboard.press('F8');
    expect(await hasFocus(region(page))).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await toast.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(share)).toBe(true);

    await share.click();
    await toast.waitFor();
    // It is no higher than the header, over which it stands.
    // Until the next frame the browser tells where the toast was tried last.
    const header = bottomOf(await page.getByRole('banner').boundingBox());
    await expect.poll(async () => bottomOf(await toast.boundingBox())).toBeLessThanOrEqual(header);
    await swipe(page, 'Link copied', 49);
    expect(await toast.count()).toBe(1);
    await swipe(page, 'Link copied', 50);
    await toast.waitFor({ state: 'detached' });
  });

  test('close with a touch swipe, too', async ({ openPage }) => {
    const page = await openPage({ viewport: phone, hasTouch: true, permissions: clipboard });
    const share = await pageWithShare(page);
    await share.tap();
    const toast = page.getByRole('status').filter({ hasText: 'Link copied' });
    await toast.waitFor();
    const box = await toast.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20];
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: moved === undefined ? [] : [{ x: x + moved, y }],
      });
    await send('touchStart', 0);
    for (const moved of [15, 30, 45, 60, 75]) await send('touchMove', moved);
    await send('touchEnd');
    await toast.waitFor({ state: 'detached' });
  });

  test('close after 5,000 ms, one at a time', async ({ openPage }) => {
    const page = await openPage({ permissions: clipboard });
    await page.clock.install({ time: '2026-12-01T12:00:00Z' });
    const share = await pageWithShare(page);
    const toast = region(page).getByText('Link copied', { exact: true });
    await page.clock.pauseAt('2026-12-01T13:00:00Z');
    await share.click();
    await toast.waitFor();
    await page.clock.runFor(4990);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(10);
    await toast.waitFor({ state: 'detached' });

    // The second toast replaces the first, and stays five seconds of its own.
    await share.click();
    await toast.waitFor();
    await page.clock.runFor(3000);
    await share.click();
    expect(await region(page).getByRole('button', { name: 'Close notification' }).count()).toBe(1);
    await page.clock.runFor(4990);
    expect(await toast.count()).toBe(1);
    // The timer stops while the pointer is over the toast.
    await toast.hover();
    await page.clock.runFor(60_000);
    expect(await toast.count()).toBe(1);
    await share.hover();
    await page.clock.runFor(5000);
    await toast.waitFor({ state: 'detached' });
  });
});

describe('Tooltips', () => {
  test('open after 700 ms, or at once within 300 ms of the previous one', async ({ page }) => {
    await page.clock.install({ time: '2026-12-01T12:00:00Z' });
    const share = await pageWithShare(page);
    const heart = page
      .getByRole('main')
      .getByRole('button', { name: /^Add .* to favorites$/ })
      .first();
    const tooltip = page.getByRole('tooltip');
    await page.clock.pauseAt('2026-12-01T13:00:00Z');
    await share.hover();
    await page.clock.runFor(699);
    expect(await tooltip.count()).toBe(0);
    await page.clock.runFor(1);
    await tooltip.filter({ hasText: 'Share this resort' }).waitFor();
    await heart.hover();
    await tooltip.filter({ hasText: 'Add to favorites' }).waitFor();
    expect(await tooltip.count()).toBe(1);

    await page.mouse.move(5, 5);
    await page.clock.runFor(100);
    await tooltip.waitFor({ state: 'detached' });
    await page.clock.runFor(300);
    await heart.hover();
    await tooltip.waitFor();
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });

    await page.mouse.move(5, 5);
    await page.clock.runFor(301);
    await share.hover();
    await page.clock.runFor(699);
    expect(await tooltip.count()).toBe(0);
    await page.clock.runFor(1);
    await tooltip.waitFor();
  });

  test('open at once on keyboard focus, and close with Escape', async ({ page }) => {
    const share = await pageWithShare(page);
    await page.keyboard.press('Tab');
    await share.focus();
    const tooltip = page.getByRole('tooltip');
    await tooltip.filter({ hasText: 'Share this resort' }).waitFor();
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    expect(await hasFocus(share)).toBe(true);
  });
});

const bottomOf = (box: { y: number; height: number } | null): number =>
  (box?.y ?? 0) + (box?.height ?? 0);

const clipboard = ['clipboard-read', 'clipboard-write'];

const region = (page: Page): Locator => page.getByRole('region', { name: 'Notifications (F8)' });

/** Opens a page with a Share button that shows a toast, because the device cannot share. */
async function pageWithShare(page: Page): Promise<Locator> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share');
  });
  await visit(page, await resortPath());
  return page.getByRole('button', { name: 'Share this resort' });
}

async function swipe(page: Page, text: string, distance: number): Promise<void> {
  const box = await page.getByText(text, { exact: true }).boundingBox();
  if (!box) throw new Error(`${text} is not there`);
  const [x, y] = [box.x + 10, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance, y);
  await page.mouse.up();
}
