import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { docx, pdf } from '#api/testing/documents.ts';
import { expectNoViolations, expectSound } from '../support/axe.ts';
import { bookWeek, checkoutPath, offerWeek, payWith } from '../support/bookings.ts';
import { heading, phone, signUp, siteUrl, test, visit } from '../support/fixtures.ts';
import { read } from '../support/read.ts';

const upload = (dialog: Locator, name: string, buffer: Buffer) =>
  dialog
    .getByLabel('Choose a File')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

/** What the button on the page of a booking saves. */
async function downloaded(page: Page): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Certificate' }).click(),
  ]);
  return readFile(await download.path());
}

const status = (page: Page, name: string) =>
  page.getByRole('region', { name: 'How it stands' }).getByRole('heading', { name, exact: true });

describe('A request', () => {
  test('is answered on a phone with other terms; the traveler takes and pays them', async ({
    openPage,
    allowProblem,
  }) => {
    const owners = await openPage({ viewport: phone });
    const week = await offerWeek(owners);
    const page = await openPage({ viewport: phone });
    const { bookingId } = await bookWeek(page, week);

    await visit(owners, '/reservations');
    await owners.getByRole('button', { name: /^Offer Other Terms/ }).click();
    const dialog = owners.getByRole('dialog', { name: 'Offer Other Terms' });
    const price = dialog.getByLabel('Price per night in dollars');
    const quoted = dialog.getByRole('region', { name: 'What the traveler would pay' });
    const send = dialog.getByRole('button', { name: 'Offer Other Terms' });
    await quoted.getByText('7 nights × $180').waitFor();
    allowProblem(/status of 400/);
    await price.fill('200');
    await send.click();
    const tooMuch = dialog.getByText('The price must be $1 to the $180 per night');
    await tooMuch.waitFor();
    await price.fill('150');
    await tooMuch.waitFor({ state: 'detached' });
    await quoted.getByText('7 nights × $150').waitFor();
    const total = /\$[\d,.]+$/.exec((await quoted.innerText()).trim())?.[0] ?? '';
    await dialog.getByLabel('Message').fill('A little less, as the pool is closed.');
    await expectSound(owners, '[role=dialog]');
    await send.click();
    await owners.getByText('Other terms offered').first().waitFor();
    await owners.getByText(/The traveler answers by/).waitFor();
    await expectSound(owners);

    await visit(page, `/bookings/${bookingId}`);
    await status(page, 'Other terms are offered').waitFor();
    await page.getByText('A little less, as the pool is closed.').first().waitFor();
    const panel = page.getByRole('region', { name: 'How it stands' });
    await panel.getByRole('region', { name: 'Offered' }).getByText(total).waitFor();
    await panel.getByRole('region', { name: 'Asked for' }).getByText('7 nights × $180').waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'No, Thanks' }).click();
    const refuse = page.getByRole('dialog', { name: 'No, Thanks' });
    await refuse.getByText(/^Nothing is charged/).waitFor();
    await expectSound(page, '[role=dialog]');
    await refuse.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Take the Offer' }).click();
    const take = page.getByRole('dialog', { name: 'Take the Offer' });
    await take.getByText(`You pay ${total} for`).waitFor();
    await expectSound(page, '[role=dialog]');
    await take.getByRole('button', { name: 'Take the Offer' }).click();
    await heading(page, 'Book your stay', 1).waitFor();
    await page.getByRole('button', { name: `Pay ${total}` }).waitFor();
    // Another number of guests would be another stay, at the usual price.
    expect(await page.getByRole('combobox', { name: 'Guests' }).count()).toBe(0);
    await expectSound(page);
    await payWith(page, '4242 4242 4242 4242');
    await status(page, 'Booked and paid').waitFor();
    await visit(page, `/bookings/${bookingId}`);
    await heading(page, 'Offer taken', 3).waitFor();
    await expectSound(page);
  });
});

describe('A week', () => {
  test('is found by date and booked on a phone; the owner accepts, and both see it', async ({
    openPage,
  }) => {
    const owners = await openPage({ viewport: phone });
    const week = await offerWeek(owners);
    const page = await openPage({ viewport: phone });
    const { username } = await signUp(page);
    await visit(page, `/search?view=weeks&from=${week.checkIn}&to=${week.checkOut}&guests=2`);
    await page.locator(`main a[href*="week=${week.id}"]`).first().click();
    const bar = page.getByRole('region', { name: 'Price and booking' });
    const shown = /\$[\d,.]+/.exec(await bar.getByText(/in all$/).innerText())?.[0] ?? '';
    await bar.getByRole('link', { name: /^Request to Book/ }).click();
    await heading(page, 'Book your stay', 1).waitFor();
    await page.getByRole('timer').waitFor();
    await expectSound(page);

    await page.getByLabel('Message (optional)').fill('We arrive late. Call 808-555-1234.');
    await page.getByLabel('Guest 2 (optional)').fill('Tom Holt');
    await page.getByRole('button', { name: /^Request to book/ }).click();
    await page.getByText('Card number is required').waitFor();
    await expectSound(page);
    // What is shown first is the price that is paid.
    await page.getByRole('button', { name: `Request to book · ${shown} is reserved` }).waitFor();
    await payWith(page, '4242 4242 4242 4242');
    await status(page, 'Waiting for the owner’s answer').waitFor();
    expect(page.url()).toContain('/bookings/');
    await page.getByText(/^Contact details are hidden from the other side/).waitFor();
    await expectSound(page);

    await visit(owners, '/dashboard');
    await visit(owners, '/reservations');
    await owners.getByRole('link', { name: /^Marina Holt/ }).waitFor();
    await owners.getByText('We arrive late. Call hidden.').waitFor();
    await expectSound(owners);
    await owners.getByRole('button', { name: /^Accept Request/ }).click();
    const dialog = owners.getByRole('dialog', { name: 'Accept Request' });
    await dialog.getByText(`${shown} is reserved on the traveler’s card`).waitFor();
    await expectNoViolations(owners, [], '[role=dialog]');
    await dialog.getByRole('button', { name: 'Accept Request' }).click();
    await owners.getByText('Request accepted').waitFor();
    await owners.getByRole('link', { name: 'Upcoming' }).click();
    await owners.getByRole('link', { name: /^Marina Holt/ }).click();
    await status(owners, 'Booked and paid').waitFor();
    await owners.getByText('Marina Holt, Tom Holt', { exact: true }).waitFor();
    await owners.getByText('We arrive late. Call 808-555-1234.').waitFor();
    const messages = owners.getByRole('main').getByRole('link', { name: 'Messages' });
    await messages.click();
    await heading(owners, 'Marina', 1).waitFor();
    await owners.goBack();

    // The page of the traveler follows it.
    await status(page, 'Booked and paid').waitFor();
    await visit(page, '/bookings');
    await page.getByRole('link', { name: new RegExp(`^${week.resortName}`) }).click();
    await page.getByRole('link', { name: /^Receipt \d{4}-\d{6}$/ }).waitFor();
    const file = await page
      .context()
      .request.get(
        (await page.getByRole('link', { name: 'Add to Calendar' }).getAttribute('href')) ?? '',
      );
    expect(await file.text()).toContain(`DTSTART;VALUE=DATE:${week.checkIn.replaceAll('-', '')}`);
    await expectSound(page);

    const first = pdf();
    await owners.getByRole('button', { name: 'Hand Over Certificate' }).click();
    const certify = owners.getByRole('dialog', { name: 'Hand Over Certificate' });
    const handOver = certify.getByRole('button', { name: 'Hand Over Certificate' });
    await handOver.click();
    await certify.getByText('Certificate number is required').waitFor();
    await certify.getByText('Upload the certificate').waitFor();
    await expectSound(owners, '[role=dialog]');
    await certify.getByRole('textbox', { name: 'Certificate number' }).fill('GC 4711');
    await upload(certify, 'certificate.docx', docx());
    await certify.getByText('You can only upload: .pdf, .jpg, .jpeg, .png').waitFor();
    await upload(certify, 'certificate.pdf', first);
    await certify.getByText('certificate.pdf is ready').waitFor();
    await expectSound(owners, '[role=dialog]');
    await handOver.click();
    await status(owners, 'The guest certificate is being confirmed').waitFor();
    await page.getByText('GC 4711').waitFor();
    await expectSound(page);
    expect(await downloaded(page)).toEqual(first);

    const second = pdf(500);
    await owners.getByRole('button', { name: 'Replace Certificate' }).click();
    const replace = owners.getByRole('dialog', { name: 'Replace Certificate' });
    await replace.getByRole('textbox', { name: 'Certificate number' }).fill('GC 4712');
    await upload(replace, 'corrected.pdf', second);
    await replace.getByText('corrected.pdf is ready').waitFor();
    await replace.getByRole('button', { name: 'Replace Certificate' }).click();
    await owners.getByText('Guest certificate replaced').first().waitFor();
    expect(await downloaded(owners)).toEqual(second);
    await page.getByText('GC 4712').waitFor();
    expect(await downloaded(page)).toEqual(second);
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    const cancel = page.getByRole('dialog', { name: 'Cancel Booking' });
    await cancel.getByText(`You get back all of the ${shown} that you paid.`).waitFor();
    await cancel.getByRole('button', { name: 'Cancel Booking' }).click();
    await status(page, 'Cancelled').waitFor();
    await page.getByText(`You get back ${shown}.`).waitFor();
    expect(username).not.toBe(week.owner.username);
  });

  test('of which nights are held is refused to others, held through a reload, and freed by leaving', async ({
    openPage,
  }) => {
    const page = await openPage({ viewport: phone });
    const week = await offerWeek(page);
    // Signed out leads to sign in and back.
    const stranger = await openPage({ viewport: phone });
    await stranger.goto(checkoutPath(week));
    await stranger.waitForURL(/\/auth\?returnTo=%2Fcheckout%2F/);

    await signUp(page);
    await visit(page, checkoutPath(week));
    await page.getByRole('timer').waitFor();
    await page.getByLabel('Guest 2 (optional)').fill('Tom Holt');
    await page.getByLabel('Message (optional)').focus();
    await page.reload();
    await page.getByRole('timer').waitFor();
    expect(await page.getByLabel('Guest 2 (optional)').inputValue()).toBe('Tom Holt');

    await signUp(stranger);
    await visit(stranger, checkoutPath(week));
    await heading(stranger, 'These nights were just taken').waitFor();
    await expectSound(stranger);

    // A search finds held weeks no more, so it leads the traveler back to the checkout.
    for (const view of ['', '?view=weeks']) {
      await visit(page, `/search${view}`);
      await page.getByRole('link', { name: /^Continue booking/ }).click();
      await page.getByRole('button', { name: 'Leave the Checkout' }).waitFor();
    }

    await page.getByRole('button', { name: 'Leave the Checkout' }).click();
    await page.waitForURL(/\/resort\//);
    await stranger.reload();
    await stranger.getByRole('timer').waitFor();
  });

  test('is paid after a declined card and a bank that asks', async ({ openPage }) => {
    const page = await openPage({ viewport: phone });
    const week = await offerWeek(page, { isInstant: true });
    await signUp(page);
    await visit(page, checkoutPath(week));
    await page.getByRole('timer').waitFor();
    await payWith(page, '4000 0000 0000 9995');
    await page.getByText('There is not enough money on this card').waitFor();
    await expectSound(page);
    await payWith(page, '4000 0025 0000 3155');
    const bank = page.getByRole('dialog', { name: /^Your bank/ });
    await bank.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
    await payWith(page, '4000 0025 0000 3155');
    await expectNoViolations(page, [], '[role=dialog]');
    await bank.getByRole('button', { name: 'Approve' }).click();
    await status(page, 'Booked and paid').waitFor();
    await page.getByRole('link', { name: /^Receipt/ }).click();
    await page.getByRole('button', { name: 'Print' }).waitFor();
    const paper = (await page.pdf({ format: 'Letter' })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  test('is booked by itself after the bank did not answer at first, and its guests can be changed', async ({
    openPage,
  }) => {
    const page = await openPage({ viewport: phone });
    const week = await offerWeek(page, { isInstant: true });
    await signUp(page);
    await page.clock.install();
    await visit(page, checkoutPath(week));
    await page.getByRole('timer').waitFor();
    await payWith(page, '4000 0000 0000 0119');
    await heading(page, 'Waiting for the bank').waitFor();
    await expectSound(page);
    await page.clock.fastForward('00:05');
    await status(page, 'Booked and paid').waitFor();
    await page.getByRole('button', { name: 'Change Guests' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Guests' });
    await dialog.getByLabel(/^Guests, each on a line/).fill('Ada Byron\nTom Holt');
    await expectSound(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Change Guests' }).click();
    await page.getByText('Ada Byron, Tom Holt').first().waitFor();
    await expectSound(page);
  });

  test('has a checkout of its own script of at most 45 KB, and of none on other pages', async ({
    page,
  }) => {
    const week = await offerWeek(page);
    await signUp(page);
    /** The files that the HTML of a page says it needs, without what is loaded when it is idle. */
    const scriptsIn = (html: string) =>
      JSON.parse(/needed=(\[.*?\])/.exec(html)?.[1] ?? '[]') as string[];
    // Where everybody who books has been before; form fields come with signing in.
    const before = await Promise.all(
      [`/resort/${week.resortId}`, '/auth'].map(async (path) =>
        scriptsIn(await (await fetch(siteUrl + path)).text()),
      ),
    );
    const others = new Set(before.flat());
    expect(others.size).toBeGreaterThan(0);
    expect([...others].some((name) => name.includes('CheckoutPage'))).toBe(false);
    const checkout = await page.request.get(checkoutPath(week));
    const own = scriptsIn(await checkout.text()).filter((name) => !others.has(name));
    expect(own.some((name) => name.includes('CheckoutPage'))).toBe(true);
    const sizes = await Promise.all(
      own.map(async (name) => gzipSync(await (await fetch(siteUrl + name)).text()).length),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(45_000);
  });
});

describe('The lists of bookings', () => {
  test('say when they are empty, and show all nights of an owner in a calendar', async ({
    openPage,
  }) => {
    const page = await openPage({ viewport: phone });
    const week = await offerWeek(page);
    for (const [path, title] of [
      ['/bookings', 'No stays ahead'],
      ['/bookings?list=requests', 'No open requests'],
      ['/bookings?list=past', 'No past stays'],
      ['/bookings?list=cancelled', 'Nothing cancelled'],
      ['/reservations', 'No open requests'],
      ['/reservations?list=upcoming', 'No stays ahead'],
    ] as const) {
      expect((await read(path, page)).html).toMatch(new RegExp(`<h2\\b[^>]*>${title}<`));
    }
    const other = await openPage({ viewport: phone });
    const { bookingId } = await bookWeek(other, week);
    await visit(page, `/reservations?list=calendar&month=${week.checkIn.slice(0, 7)}`);
    const first = page.locator(`[data-day="${week.checkIn}"]`);
    expect(await first.getAttribute('aria-label')).toMatch(/: 1 requested$/);
    await first.click();
    await expectSound(page);
    await page.keyboard.press('ArrowLeft');
    await page.getByText('None of your weeks has this night on offer.').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'The chosen night' }).getByRole('link').click();
    await page.waitForURL(new RegExp(`/bookings/${bookingId}$`));
    await status(page, 'Waiting for your answer').waitFor();
    await page.getByRole('button', { name: 'Decline Request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decline Request' });
    await dialog.getByRole('button', { name: 'Decline Request' }).click();
    await dialog.getByText('Say why').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('My sister comes that week.');
    await dialog.getByRole('button', { name: 'Decline Request' }).click();
    await status(page, 'The request was declined').waitFor();
    await visit(other, '/bookings?list=cancelled');
    await other.getByRole('link', { name: new RegExp(`^${week.resortName}`) }).click();
    await other.getByText('My sister comes that week.').first().waitFor();
  });
});
