import { afterAll, beforeAll, expect, inject } from 'vitest';
import { startFeedServer, type FeedServer } from '#api/testing/feedServer.ts';
import { addDays } from '#common/days.ts';
import { expectFits, expectSound } from '../support/axe.ts';
import { offerWeek } from '../support/bookings.ts';
import { sql } from '../support/database.ts';
import { hasFocus, phone, test, visit } from '../support/fixtures.ts';
import { bookNights } from '../support/listings.ts';

let feed: FeedServer;
let file = '';

beforeAll(async () => {
  feed = await startFeedServer((_request, response) => response.end(file));
});

afterAll(() => feed.close());

test('An owner blocks nights on a phone and brings in a calendar that collides with a booking', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: phone });
  // A week within a month, which a page of the calendar shows.
  let week = await offerWeek(page);
  const isOfMonth = (day: string) => day.startsWith(week.checkIn.slice(0, 7));
  while (!isOfMonth(addDays(week.checkIn, 6))) week = await offerWeek(page);
  const { id, checkIn, owner } = week;
  const night = (offset: number) => page.locator(`[data-day="${addDays(checkIn, offset)}"]`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await visit(page, `/dashboard/listings/${id}`);
  await page.getByRole('link', { name: 'Block Nights' }).click();
  await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
  // It opens with the month on offer.
  await night(1).click();
  await night(3).click();
  await button('Block 3 Nights').click();
  await page.getByText('3 nights blocked').waitFor();
  await expect.poll(() => night(2).getAttribute('aria-label')).toMatch(/: blocked by you$/);
  await button('Undo').click();
  await page.getByText('3 nights freed').waitFor();
  await expect.poll(() => night(2).getAttribute('aria-label')).toMatch(/: free$/);

  // By keyboard: Shift and an arrow choose more nights, Escape none.
  await night(4).click();
  await page.keyboard.press('Escape');
  await night(4).press('Shift+ArrowRight');
  expect(await hasFocus(night(5))).toBe(true);
  await button('Block 2 Nights').press('Enter');
  await expect.poll(() => night(5).getAttribute('aria-label')).toMatch(/: blocked by you$/);

  await bookNights(id, checkIn, addDays(checkIn, 3));
  const compact = (day: string) => day.replaceAll('-', '');
  file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:theirs',
    `DTSTART;VALUE=DATE:${compact(addDays(checkIn, 2))}`,
    `DTEND;VALUE=DATE:${compact(addDays(checkIn, 4))}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  await button('Add Calendar').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Harbour Rentals');
  await dialog.getByLabel('Address of the calendar').fill(`${feed.origin}/secret-9f2a.ics`);
  await dialog.getByRole('button', { name: 'Add Calendar' }).click();
  await page.getByRole('region', { name: 'Nights taken twice' }).waitFor();
  await expect.poll(() => night(2).getAttribute('aria-label')).toMatch(/, taken twice$/);
  expect(await night(0).getAttribute('aria-label')).toMatch(/: booked$/);
  await page.getByText(`${new URL(feed.origin).host}/….ics · 1 stay`).waitFor();
  const mailed = await sql<{ subject: string }>(
    inject('databaseUrl'),
    `SELECT subject FROM outgoing_mails WHERE template = 'calendarConflict' AND to_address = $1`,
    [owner.email],
  );
  expect(mailed).toHaveLength(1);
  await expectSound(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectFits(page);
  await page.setViewportSize(phone);

  await button('Remove Harbour Rentals').click();
  await dialog.getByRole('button', { name: 'Remove Calendar' }).click();
  await page.getByText('Harbour Rentals removed').waitFor();
  await expect.poll(() => night(3).getAttribute('aria-label')).toMatch(/: free$/);
  expect(await night(5).getAttribute('aria-label')).toMatch(/: blocked by you$/);
});
