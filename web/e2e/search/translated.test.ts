import { expect } from 'vitest';
import { test, visit } from '../support/fixtures.ts';

test('A page that the browser has translated goes on to show what changes', async ({ page }) => {
  await visit(page, '/search');
  const status = page.getByRole('status').filter({ hasText: 'Showing' });
  await status.waitFor();
  await page.evaluate(translate);
  await page.getByText('«Sign In»').first().waitFor();
  await page.getByRole('button', { name: /Load More Results/ }).click();
  await expect.poll(() => status.innerText()).toMatch(/24/);
});

/** Replaces the texts of the page as Chromium does. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.matches('script, style')) continue;
    const translation = document.createElement('font');
    translation.append(document.createElement('font'));
    if (translation.firstElementChild) translation.firstElementChild.textContent = `«${text.data}»`;
    text.replaceWith(translation);
  }
}
