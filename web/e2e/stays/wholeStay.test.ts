import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import { sql } from '../support/database.ts';
import { expectSound } from '../support/axe.ts';
import { heading, newAccount, phone, signInAs, test, visit } from '../support/fixtures.ts';
import { pdf } from '../support/listings.ts';
import { linkIn, openMailbox, pathIn, type Mailbox } from '../support/mailbox.ts';
import { databaseUrlOf, startProduct, type Product } from '../support/product.ts';
import { addAccount, type Account, type Site } from '../support/sessions.ts';

// A site of its own, whose clock is moved.
const dataDir = scratchFolder();
const clockFile = join(dataDir, 'clock');
const dayMs = 86_400_000;
let product: Product;
let site: Site;
let mailbox: Mailbox;

beforeAll(async () => {
  writeFileSync(clockFile, '0');
  const shim = pathToFileURL('web/e2e/support/movedClock.mjs').href;
  product = await startProduct({
    dataDir,
    env: { NODE_OPTIONS: `--import=${shim}`, CLOCK_FILE: clockFile },
  });
  site = { url: product.url, databaseUrl: databaseUrlOf(dataDir) };
  mailbox = await openMailbox();
  await mailbox.receiveFrom(site.databaseUrl);
});

afterAll(async () => {
  await product.stop();
  await mailbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const job = (name: string) =>
  sql(site.databaseUrl, `SELECT graphile_worker.add_job($1, job_key := $2)`, [
    name,
    `asked by hand: ${name}`,
  ]);

const waitingMails = () =>
  sql<{ subject: string }>(
    site.databaseUrl,
    `SELECT subject FROM outgoing_mails WHERE status = 'waiting'`,
  );

/** Moves the clock to the end of a day everywhere; its deadlines are kept by the usual jobs. */
async function clockTo(day: string): Promise<void> {
  // A window begins when its mail counts as sent, which is after it arrived here.
  await expect.poll(waitingMails).toEqual([]);
  // At once: the product may read it at any moment.
  writeFileSync(`${clockFile}.new`, String(Date.parse(day) + 1.5 * dayMs - Date.now()));
  renameSync(`${clockFile}.new`, clockFile);
  await job('turn_days');
  const behind = async () => {
    const zones = await sql(site.databaseUrl, 'SELECT name FROM time_zones WHERE today <= $1', [
      day,
    ]);
    return zones.length;
  };
  await expect.poll(behind).toBe(0);
  await job('booking_deadlines');
}

const status = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'How it stands' }).getByRole('heading', { name, exact: true });

/** Offers a verified week, $180 a night with $90 cleaning. */
async function offerWeek(owner: Account, from: string, to: string): Promise<{ resort: string }> {
  const [resort] = await sql<{ name: string }>(
    site.databaseUrl,
    `WITH place AS (SELECT id, name FROM resorts ORDER BY review_count DESC, id LIMIT 1),
       made AS (INSERT INTO listings (id, resort_id, owner_id, title, description, max_guests,
         bedrooms, price_per_night_cents, cleaning_fee_cents, available_from, available_to,
         contract_verification_status)
       SELECT gen_random_uuid(), place.id, users.id, 'Two rooms and a balcony', 'By the sea.', 4, 2,
         18000, 9000, $2, $3, 'verified' FROM users, place WHERE username = $1)
     SELECT name FROM place`,
    [owner.username, from, to],
  );
  return { resort: resort?.name ?? '' };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

test('A stay on a phone, from search to payout: every deadline is kept, and every mail arrives once', async ({
  openPage,
}) => {
  const owner = { ...newAccount(), firstName: 'Olive', lastName: 'Rahn' };
  const traveler = newAccount();
  await addAccount(site, owner);
  const start = Date.parse(dayOf(Date.now()));
  const inDays = (days: number): string => dayOf(start + days * dayMs);
  const [checkIn, checkOut] = [inDays(25), inDays(32)];
  const { resort } = await offerWeek(owner, checkIn, checkOut);
  const frontDesk = 'front-desk@resort.example';
  await sql(site.databaseUrl, 'UPDATE resorts SET certificate_email = $1 WHERE name = $2', [
    frontDesk,
    resort,
  ]);
  const atSite = { viewport: phone, baseURL: site.url };

  // Found by date, by someone who has no account yet.
  const page = await openPage(atSite);
  await visit(page, '/');
  await page.getByRole('combobox', { name: /^Search by/ }).fill(resort);
  await page.getByRole('button', { name: /^When/ }).click();
  const finder = page.getByRole('dialog', { name: 'Search' });
  await finder.getByLabel('Check in').fill(checkIn);
  await finder.getByLabel('Check out').fill(checkOut);
  await finder.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('article').getByRole('link', { name: resort }).first().click();
  await page
    .getByRole('region', { name: 'Price and booking' })
    .getByRole('link', { name: /^Request to Book/ })
    .click();
  await page.getByRole('tab', { name: 'Register' }).click();
  // On the way to a booking, only what it needs is asked for.
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByLabel('First name').fill(traveler.firstName);
  await form.getByLabel('Last name').fill(traveler.lastName);
  await form.getByLabel('Email').fill(traveler.email);
  await form.getByLabel('Password', { exact: true }).fill(traveler.password);
  await form.getByRole('button', { name: 'Register for free' }).click();
  await heading(page, 'Confirm your email first', 2).waitFor();
  const confirming = await page.context().newPage();
  const confirmation = await mailbox.mail(traveler.email, /^Confirm your email/);
  await visit(confirming, linkIn(confirmation));
  await confirming.getByRole('button', { name: 'Confirm my email' }).click();
  await heading(confirming, 'Your email is confirmed', 1).waitFor();
  await confirming.close();
  await page.getByRole('button', { name: 'I Have Confirmed It' }).click();
  await heading(page, 'Book your stay', 1).waitFor();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expires (MM/YY)').fill('09/45');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Request to book/ }).click();
  await status(page, 'Waiting for the owner’s answer').waitFor();

  const owners = await openPage(atSite);
  await signInAs(owners, owner.username, site);
  const asked = await mailbox.mail(owner.email, /^Someone would like to book/);
  const bookingPath = pathIn(asked, /https?:\/\/\S+\/bookings\/[\w-]+/);
  await visit(owners, bookingPath);
  await owners.getByRole('button', { name: /^Accept Request/ }).click();
  await owners
    .getByRole('dialog', { name: 'Accept Request' })
    .getByRole('button', { name: 'Accept Request' })
    .click();
  await status(owners, 'Booked and paid').waitFor();
  await mailbox.mail(traveler.email, /^Your booking is confirmed/);

  // Three weeks, two weeks and ten days before check-in nobody has entered a certificate.
  await clockTo(inDays(25 - 20));
  await mailbox.mail(owner.email, /^The guest certificate is missing/);
  await clockTo(inDays(25 - 13));
  await mailbox.mail(owner.email, /^The guest certificate is due now/);
  await clockTo(inDays(25 - 9));
  await expect
    .poll(() =>
      sql(site.databaseUrl, `SELECT subject FROM outgoing_mails WHERE subject LIKE $1`, [
        'A stay has no guest certificate%',
      ]),
    )
    .toHaveLength(1);

  await visit(owners, bookingPath);
  await owners.getByRole('button', { name: 'Hand Over Certificate' }).click();
  const certify = owners.getByRole('dialog', { name: 'Hand Over Certificate' });
  await certify.getByRole('textbox', { name: 'Certificate number' }).fill('GC 4711');
  await certify
    .getByLabel('Choose a File')
    .setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: pdf(2_000) });
  await certify.getByText('certificate.pdf is ready').waitFor();
  await certify.getByRole('button', { name: 'Hand Over Certificate' }).click();
  await status(owners, 'The guest certificate is being confirmed').waitFor();

  // The resort confirms it by the link in its mail, without an account.
  const asking = await mailbox.mail(frontDesk, /^Is this guest booked\?/);
  const resorts = await openPage(atSite);
  await visit(resorts, pathIn(asking, /https?:\/\/\S+\/certificate\?token=[\w-]+/));
  await heading(resorts, 'Is this guest booked?', 1).waitFor();
  await resorts.getByText('GC 4711').waitFor();
  await expectSound(resorts);
  await resorts.getByRole('button', { name: 'No', exact: true }).click();
  await resorts.getByLabel('What is wrong?').waitFor();
  await expectSound(resorts);
  await resorts.getByRole('button', { name: 'Back' }).click();
  await resorts.getByRole('button', { name: 'Yes, This Guest Is Booked' }).click();
  await heading(resorts, 'Thank you', 1).waitFor();
  await expectSound(resorts);
  await status(owners, 'Ready for the stay').waitFor();
  const ready = await mailbox.mail(traveler.email, /^Your guest certificate is here/);
  await visit(page, pathIn(ready, /https?:\/\/\S+\/bookings\/[\w-]+/));
  await page.getByText('GC 4711').waitFor();

  await clockTo(checkIn);
  await expect.poll(stored).toBe('checked_in');
  await mailbox.mail(traveler.email, /^Your stay begins/);
  await clockTo(inDays(25 + 3));
  await mailbox.mail(owner.email, /^Your money is released/);

  // The owner says where the money goes to, and is paid.
  await job('pay_out');
  const waiting = await mailbox.mail(owner.email, /^Money waits for you/);
  await visit(owners, pathIn(waiting, /https?:\/\/\S+\/payouts/));
  const bank = owners.getByRole('form', { name: 'Bank details' });
  await bank.getByLabel('Name of the account holder').fill('Olive Rahn');
  await bank.getByLabel('Routing number').fill('110000000');
  await bank.getByLabel('Account number').fill('000123456789');
  await bank.getByLabel('Your password').fill(owner.password);
  await bank.getByRole('button', { name: 'Save Bank Details' }).click();
  await owners.getByText('What you earn is sent to the account ending in 6789.').waitFor();
  await job('pay_out');
  const isPaid = () =>
    sql(
      site.databaseUrl,
      `SELECT amount_cents FROM payment_operations
       WHERE kind = 'transfer' AND status = 'succeeded' AND booking_id = $1`,
      [bookingPath.split('/').at(-1)],
    );
  await expect.poll(isPaid).toEqual([{ amount_cents: 135_000 }]);
  await visit(owners, '/payouts');
  await owners
    .getByRole('link', { name: /^Statement \d+$/ })
    .first()
    .click();
  await owners.getByRole('row', { name: /Paid out.*\$1,350/ }).waitFor();

  await clockTo(checkOut);
  const over = await mailbox.mail(traveler.email, /^How was your stay\?/);
  await visit(page, pathIn(over, /https?:\/\/\S+\/resort\/\S+review=[\w-]+/));
  const review = page.getByRole('dialog', { name: 'How Was Your Stay?' });
  await review.getByRole('radio', { name: /^5 stars/ }).check();
  await review.getByLabel('Title').fill('A calm week');
  await review.getByRole('textbox', { name: 'Review' }).fill('Clean, quiet and near the sea.');
  await review.getByRole('button', { name: 'Publish Review' }).click();
  const card = page
    .getByRole('region', { name: 'Recent Reviews' })
    .getByRole('listitem')
    .filter({ hasText: 'A calm week' });
  await card.getByText('Stayed here').waitFor();

  // Jobs repeat every minute; nothing is sent twice.
  await job('booking_deadlines');
  await job('pay_out');
  const underWay = () =>
    sql(
      site.databaseUrl,
      `SELECT subject FROM outgoing_mails WHERE status = 'waiting'
       UNION ALL SELECT key FROM graphile_worker.jobs WHERE key LIKE 'asked by hand: %'`,
    );
  await expect.poll(underWay).toEqual([]);
  // They did so meanwhile, too: a deadline that was missed once is kept a minute later.
  const ahead = 'SELECT FROM graphile_worker._private_known_crontabs WHERE last_execution > now()';
  expect(await sql(site.databaseUrl, ahead)).toEqual([]);
  const subjectsTo = (address: string): string[] =>
    mailbox
      .mailsTo(address)
      .map(({ subject = '' }) => subject.split(/:|(?<=\?) /)[0] ?? '')
      .toSorted();
  expect(subjectsTo(traveler.email)).toEqual([
    'Confirm your email for Tideweek',
    'How was your stay?',
    'Your booking is confirmed',
    'Your guest certificate is here',
    'Your request was sent',
    'Your stay begins',
  ]);
  expect(subjectsTo(owner.email)).toEqual([
    'Last call',
    'Money waits for you',
    'Someone would like to book your week',
    'The guest certificate is due now',
    'The guest certificate is missing',
    'Your money is released',
    'Your week is booked',
    'Your week was reviewed',
  ]);

  async function stored(): Promise<string | undefined> {
    const [booking] = await sql<{ status: string }>(
      site.databaseUrl,
      'SELECT status FROM bookings WHERE id = $1',
      [bookingPath.split('/').at(-1)],
    );
    return booking?.status;
  }
});
