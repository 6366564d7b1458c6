import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  hasFocus,
  heading,
  hydrated,
  phone,
  signInAs,
  signInAsAdmin,
  signUp,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';
import {
  bookNights,
  decide,
  downloadInNewTab,
  farYear,
  listWeek,
  pdf,
  uploadDeed,
} from '../support/listings.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tideweek-deeds-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const nextStep = (page: Page) => page.getByRole('region', { name: 'What comes next' });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const history = (page: Page) => panel(page, 'History').getByRole('listitem');
const path = (id: string) => `/dashboard/listings/${id}`;
const toast = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

/** Adds a verified listing of a new member, and signs the page in as that member. */
async function published(page: Page, title: string): Promise<string> {
  const { username } = await signUp(page);
  const id = await listWeek(page, { title });
  await uploadDeed(page, id);
  await decideFor(page, username, id, 'verify', 'Deed seen.');
  return id;
}

/** Decides as an administrator, and signs the page in as the owner again. */
async function decideFor(page: Page, owner: string, ...decision: Tail<Parameters<typeof decide>>) {
  await signInAsAdmin(page);
  await decide(page, ...decision);
  await signInAs(page, owner);
}

type Tail<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

test.for(['/dashboard/listings', '/dashboard/listings/none', '/dashboard/listings/none/edit'])(
  'Signed out, %s leads to sign in and back',
  async (address) => {
    const answer = await fetch(siteUrl + address, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/auth?returnTo=${encodeURIComponent(address)}`,
    ]);
  },
);

describe('The list', () => {
  test('of a new member says how to start', async ({ page }) => {
    await signUp(page);
    await visit(page, '/dashboard/listings');
    await heading(page, 'My Listings', 1).waitFor();
    await heading(page, 'No listings yet').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'List Your Timeshare' }).click();
    await page.waitForURL(`${siteUrl}/create-listing`);
  });

  test('links the dashboard to each listing and back, and Show More loads the next page', async ({
    page,
  }) => {
    const { username } = await signUp(page);
    await sql(
      inject('databaseUrl'),
      `INSERT INTO listings
         (id, resort_id, owner_id, title, description, price_per_night_cents, available_from,
          available_to, created_at)
       SELECT gen_random_uuid(), resorts.id, users.id, 'Week ' || week, 'Two rooms', 10000,
         CURRENT_DATE + 2000, CURRENT_DATE + 2007, now() - week * interval '1 day'
       FROM users, (SELECT id FROM resorts LIMIT 1) AS resorts, generate_series(1, 25) AS week
       WHERE username = $1`,
      [username],
    );
    await visit(page, '/dashboard');
    await page.getByRole('link', { name: 'Manage My Listings' }).click();
    await heading(page, 'My Listings', 1).waitFor();
    const rows = page.getByRole('main').getByRole('listitem');
    expect(await rows.count()).toBe(20);
    expect(await rows.first().innerText()).toMatch(/Week 1\n/);
    expect(await rows.first().innerText()).toContain('In review');
    expect(await rows.first().innerText()).toContain('Add your proof of ownership');
    await button(page, 'Show More Listings').click();
    await expect.poll(() => rows.count()).toBe(25);
    await expect.poll(() => hasFocus(rows.nth(20))).toBe(true);
    await page.getByRole('link', { name: 'Week 3', exact: true }).click();
    await heading(page, 'Week 3', 1).waitFor();
    await page.goBack();
    await heading(page, 'My Listings', 1).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'My Listings' }).waitFor();
    await page.getByRole('link', { name: 'Week 2', exact: true }).click();
    await heading(page, 'Week 2', 1).waitFor();
  });

  test('and a listing are readable without scripts', async ({ page }) => {
    await signUp(page);
    const id = await listWeek(page, { title: 'Plain week' });
    const list = await (await page.request.get('/dashboard/listings')).text();
    expect(list).toMatch(new RegExp(`<a[^>]* href="${path(id)}"[^>]*>Plain week</a>`));
    const own = await (await page.request.get(path(id))).text();
    expect(own).toMatch(/<h1[^>]*>Plain week<\/h1>/);
    expect(own).toMatch(/<h2[^>]*>History<\/h2>/);
    expect(own).toContain('Listed');
  });
});

describe('A decision about a listing', () => {
  test('is in the history with its reason, and says what to do next', async ({ openPage }) => {
    const page = await openPage({ viewport: phone });
    const { username } = await signUp(page);
    const id = await listWeek(page, { title: 'A week with questions' });
    await visit(page, path(id));
    await heading(page, 'Your proof of ownership is missing').waitFor();
    await expect
      .poll(() => history(page).allInnerTexts())
      .toEqual([expect.stringMatching(/^Listed\n\s*You · \w{3} \d+, \d{4}, \d{1,2}:\d\d\s[AP]M$/)]);

    await uploadDeed(page, id);
    await decideFor(page, username, id, 'ask', 'Which unit is it?\nAnd which week?');
    await visit(page, path(id));
    await heading(page, 'Our team has a question').waitFor();
    expect(await nextStep(page).innerText()).toContain('Which unit is it?\nAnd which week?');
    expect(await history(page).allInnerTexts()).toEqual([
      expect.stringMatching(/^More information asked for\n\s*Our team · .*\n*Which unit is it\?/),
      expect.stringMatching(/^Proof of ownership added\n\s*You · /),
      expect.stringMatching(/^Listed\n/),
    ]);
    await expectNoViolations(page);

    await button(page, 'Answer the Question').click();
    const dialog = page.getByRole('dialog', { name: 'Answer the question' });
    await dialog.waitFor();
    expect(page.url()).toContain('?act=answer');
    await dialog.getByRole('button', { name: 'Send Answer' }).click();
    await dialog.getByText('Your answer is required').waitFor();
    expect(await hasFocus(dialog.getByLabel('Your answer'))).toBe(true);
    await dialog.getByLabel('Your answer').fill('Unit 1204, week 36.');
    await dialog.getByRole('button', { name: 'Send Answer' }).click();
    await toast(page, 'Answer sent');
    await heading(page, 'Our team is verifying your ownership').waitFor();
    expect(await history(page).first().innerText()).toMatch(
      /^Sent to the team again\n\s*You · .*\n*Unit 1204, week 36\.$/,
    );

    await decideFor(page, username, id, 'reject', 'The deed names somebody else.');
    await page.reload();
    await heading(page, 'Your listing was not approved').waitFor();
    expect(await nextStep(page).innerText()).toContain('The deed names somebody else.');
    await hydrated(page);
    await button(page, 'Ask for Another Look').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send to the Team' }).click();
    await toast(page, 'Sent to the team');

    await decideFor(page, username, id, 'verify', '');
    await page.reload();
    await heading(page, 'Everyone can find your week').waitFor();
    expect(await history(page).allInnerTexts()).toContainEqual(
      expect.stringMatching(/^Ownership verified\n\s*Our team/),
    );
    expect(await page.getByText('admin', { exact: true }).count()).toBe(0);
    expect(await panel(page, 'Verification and escrow').innerText()).toContain(
      'An escrow account is opened for a sale.',
    );
  });
});

describe('Editing', () => {
  test('changes texts and prices at once; new dates need verification first', async ({ page }) => {
    const id = await published(page, 'A week to edit');
    await visit(page, path(id));
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await heading(page, 'Edit Listing', 1).waitFor();
    const form = page.getByRole('form', { name: 'Edit Listing' });
    expect(await form.getByLabel('Price per Night').inputValue()).toBe('180');
    expect(await form.getByLabel('Available From').inputValue()).toBe(`${farYear}-09-07`);
    await form.getByLabel('Listing Title').fill(' ');
    await button(page, 'Save Changes').click();
    await form.getByText('Title is required').waitFor();
    expect(await hasFocus(form.getByLabel('Listing Title'))).toBe(true);
    await form.getByLabel('Listing Title').fill('An edited week');
    await form.getByLabel('Price per Night').fill('199.50');
    await button(page, 'Save Changes').click();
    await toast(page, 'Listing saved');
    await heading(page, 'An edited week', 1).waitFor();
    expect(page.url()).toBe(`${siteUrl}${path(id)}`);
    await heading(page, 'Everyone can find your week').waitFor();
    expect(await panel(page, 'The listing').innerText()).toContain('$199.50');

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await form.getByLabel('Available To').fill(`${farYear}-09-21`);
    await form
      .getByRole('status')
      .filter({ hasText: 'our team looks at it again. Others do not see the listing' })
      .waitFor();
    await expectNoViolations(page);
    await form.getByLabel('Available To').fill(`${farYear}-09-14`);
    await button(page, 'Save Changes').waitFor();
    await form.getByLabel('Available To').fill(`${farYear}-09-21`);
    await button(page, 'Save and Send to Review').click();
    await toast(page, 'Our team looks at it again');
    await heading(page, 'Our team is verifying your ownership').waitFor();
    await expect
      .poll(() => history(page).first().innerText())
      .toMatch(/^Sent to the team again\n\s*You · /);

    await visit(page, `${path(id)}/edit`);
    await form.getByText('The listing is with our team already').waitFor();
  });

  test('in two windows saves only one change, and must keep booked nights in the listing', async ({
    page,
  }) => {
    const id = await published(page, 'A week in two windows');
    await bookNights(id, `${farYear}-09-07`, `${farYear}-09-10`);
    await visit(page, `${path(id)}/edit`);
    await sql(
      inject('databaseUrl'),
      "UPDATE listings SET title = 'Changed elsewhere', version = version + 1 WHERE id = $1",
      [id],
    );

    await page.getByLabel('Listing Title').fill('Changed here');
    await button(page, 'Save Changes').click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'This listing has changed since you opened it. Load it again' })
      .waitFor();
    await button(page, 'Load It Again').click();
    await expect
      .poll(() => page.getByLabel('Listing Title').inputValue())
      .toBe('Changed elsewhere');
    await hydrated(page);
    await page.getByLabel('Available From').fill(`${farYear}-09-08`);
    await button(page, 'Save and Send to Review').click();
    await page.getByText('Nights of this listing are booked and must stay in it').first().waitFor();
    expect(await hasFocus(page.getByLabel('Available From'))).toBe(true);
  });
});

describe('Withdrawing', () => {
  test('says what will happen, can be retried, and listing the week again restores it', async ({
    page,
  }) => {
    const id = await published(page, 'A week to withdraw');
    await bookNights(id, `${farYear}-09-07`, `${farYear}-09-10`);
    await visit(page, path(id));
    expect(await panel(page, 'Booked nights and earnings').innerText()).toMatch(/\$720/);
    await button(page, 'Withdraw').click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw this listing?' });
    await dialog.getByText('Stays that are booked stay booked: the guests will come.').waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(button(page, 'Withdraw'))).toBe(true);
    await button(page, 'Withdraw').click();
    await dialog.getByRole('button', { name: 'Keep It Listed' }).click();
    await dialog.waitFor({ state: 'detached' });
    await heading(page, 'Everyone can find your week').waitFor();

    await visit(page, `${path(id)}?act=withdraw`);
    await page.route('**/graphql', (route) =>
      route.fulfill({ json: { data: null, errors: [{ message: '' }] } }),
    );
    await dialog.getByRole('button', { name: 'Withdraw Listing' }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: 'The listing could not be withdrawn. Please try again' })
      .waitFor();
    await page.unroute('**/graphql');
    await dialog.getByRole('button', { name: 'Withdraw Listing' }).click();
    await toast(page, 'Listing withdrawn');
    await heading(page, 'Your listing is off the site').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await panel(page, 'Booked nights and earnings').innerText()).toContain('Booked');
    expect(await button(page, 'Withdraw').count()).toBe(0);

    await button(page, 'List Again').click();
    await page.getByRole('dialog').getByRole('button', { name: 'List Again' }).click();
    await toast(page, 'Listed again');
    await heading(page, 'Everyone can find your week').waitFor();
    expect((await history(page).allInnerTexts()).slice(0, 2)).toEqual([
      expect.stringMatching(/^Listed again\n\s*You/),
      expect.stringMatching(/^Taken off the site\n\s*You/),
    ]);
  });
});

describe('The proof of ownership', () => {
  test('is opened and replaced by its owner', async ({ page }) => {
    const id = await published(page, 'A week with a deed');
    await visit(page, path(id));
    const proof = panel(page, 'Proof of ownership');
    expect(await proof.innerText()).toMatch(/Deed\.pdf\n\s*PDF, 3 KB/);
    const download = downloadInNewTab(page);
    await proof.getByRole('button', { name: 'Open Document' }).click();
    expect(await download).toBe('Deed.pdf');
    const link = await proof.getByRole('link', { name: 'Use the link' }).getAttribute('href');
    const opened = await fetch(link ?? '', { redirect: 'manual' });
    expect(opened.status, 'for anybody else').toBe(401);

    const other = join(folder, 'Newer deed.pdf');
    writeFileSync(other, pdf(3_000));
    await proof.getByText('until our team has verified the new document').waitFor();
    await proof.getByRole('button', { name: 'Replace Document' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload Ownership Contract' });
    await dialog.getByLabel('Choose a File').setInputFiles(other);
    await toast(page, 'Contract Uploaded');
    await proof.getByText('Newer deed.pdf').waitFor();
    await heading(page, 'Our team is verifying your ownership').waitFor();
  });
});

describe('The calendar', () => {
  test('has a link that is shown once, copied, subscribed to and renewed', async ({ openPage }) => {
    const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    const id = await published(page, 'A week in a calendar');
    await bookNights(id, `${farYear}-09-07`, `${farYear}-09-10`);
    await visit(page, path(id));
    const calendar = panel(page, 'Your calendar');
    await calendar.getByRole('button', { name: 'Make Link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make Link' }).click();
    await toast(page, 'Link made');
    const address = () => calendar.getByLabel('Calendar link').inputValue();
    const first = await address();
    await calendar.getByRole('button', { name: 'Copy Link' }).click();
    await toast(page, 'Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
    expect(await calendar.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe(
      first.replace('http:', 'webcal:'),
    );
    const answer = await fetch(first);
    expect(await answer.text()).toContain(`DTSTART;VALUE=DATE:${farYear}0907`);

    await calendar.getByRole('button', { name: 'Renew Link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Renew Link' }).click();
    await toast(page, 'Link renewed');
    await expect.poll(() => address()).not.toBe(first);
    expect((await fetch(first)).status).toBe(404);
    expect((await fetch(await address())).status).toBe(200);

    await visit(page, path(id));
    await calendar.getByText('You have a link').waitFor();
    expect(await calendar.getByLabel('Calendar link').count()).toBe(0);
  });
});

test("Someone else's listing is not found", async ({ page, allowProblem }) => {
  allowProblem(/status of 404/);
  await signUp(page);
  const id = await listWeek(page, { title: 'Not yours' });
  await signUp(page);
  const answer = await page.request.get(path(id));
  expect(answer.status()).toBe(404);
  expect(await answer.text()).not.toContain('Not yours');
  await visit(page, `${path(id)}/edit`);
  await heading(page, 'Listing not found', 1).waitFor();
  expect(await page.content()).not.toContain('Not yours');
  await page.getByRole('main').getByRole('link', { name: 'My Listings' }).click();
  await heading(page, 'My Listings', 1).waitFor();
});
