import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { pdf, program } from '../../api/testing/documents.ts';
import { holdAnswers } from './answers.ts';
import { expectNoViolations } from './axe.ts';
import { sql } from './database.ts';
import {
  desktop,
  hasFocus,
  heading,
  hurryRetries,
  hydrated,
  makeAccount,
  phone,
  signInAs,
  signInAsAdmin,
  signUp,
  siteUrl,
  test,
  visit,
} from './fixtures.ts';
import { gate } from './gate.ts';

const MiB = 1024 * 1024;

let folder: string;
let deed: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tideweek-contracts-'));
  deed = file('Deed.pdf', pdf(20 * MiB));
});

afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const onPhone = { viewport: phone, hasTouch: true, isMobile: true };

/** Far beyond the dates of the sample data, so that a search finds nothing else. */
const year = new Date().getUTCFullYear() + 4;

const form = (page: Page) => page.getByRole('form', { name: 'Listing Details' });
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true });
const resortField = (page: Page) => page.getByRole('combobox', { name: 'Resort', exact: true });
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name });
const uploadDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Upload Ownership Contract' });
/** The text that describes an invalid field; undefined if the field is valid. */
const errorOf = (locator: Locator): Promise<string | undefined> =>
  locator.evaluate((element) => {
    const described = document.getElementById(element.getAttribute('aria-describedby') ?? '');
    return element.ariaInvalid === 'true' ? described?.innerText : undefined;
  });
const draftSaved = (page: Page) => form(page).getByText('Draft saved').waitFor();

async function chooseResort(page: Page, text: string): Promise<string> {
  await resortField(page).fill(text);
  const option = page.getByRole('option').first();
  const name = await option.locator('span').first().innerText();
  await option.click();
  await expect.poll(() => resortField(page).inputValue()).toBe(name);
  return name;
}

async function pickWeek(page: Page, week: number): Promise<void> {
  await field(page, 'Year').selectOption(String(year));
  const weeks = page.getByRole('group', { name: 'Know your week number?' });
  await expect.poll(() => weeks.getAttribute('data-busy')).toBe('false');
  await field(page, 'Week number').selectOption(String(week));
}

/** Fills in the required fields; returns the name of the resort. */
async function fillIn(page: Page, title: string, week = 27): Promise<string> {
  const resort = await chooseResort(page, 'aruba');
  await pickWeek(page, week);
  await field(page, 'Listing Title').fill(title);
  await field(page, 'Description').fill('Two bedrooms and a balcony over the beach.');
  await field(page, 'Price per Night').fill('$185');
  await field(page, 'Maximum Guests').fill('6');
  return resort;
}

const choose = (page: Page, path: string) =>
  uploadDialog(page).getByLabel('Choose a File').setInputFiles(path);

/** Bytes per second, slow enough that a test can act during an upload of 20 MB. */
const crawl = MiB / 8;

/** Returns a function that sets whether the page is offline and how fast it uploads. */
async function networkOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (offline: boolean, bytesPerSecond = -1) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
}

/** A GraphQL mutation with the session of a context. */
async function ask<Data>(context: BrowserContext, query: string, input: object): Promise<Data> {
  const answer = await context.request.post('/graphql', {
    data: { query, variables: { input } },
  });
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

const listingsOf = (title: string) =>
  sql<{
    id: string;
    week_number: number;
    max_guests: number;
    contract_document_url: string | null;
    available_from: string;
    use: string | null;
    ownership: string | null;
    bedrooms: number | null;
    maintenance_fee_cents: number | null;
    right_of_first_refusal: boolean | null;
    sale_price_cents: number | null;
  }>(
    inject('databaseUrl'),
    'SELECT *, available_from::text AS available_from FROM listings WHERE title = $1',
    [title],
  );

/** Adds a listing of the page's account without the form; returns its plain id. */
async function listWeek(page: Page, title: string): Promise<string> {
  const resorts = (await (await fetch(`${siteUrl}/api/resorts/top?limit=1`)).json()) as {
    id: string;
  }[];
  const answer = await page.context().request.post('/api/listings', {
    data: {
      resortId: resorts[0]?.id,
      title,
      description: 'Two rooms and a balcony.',
      pricePerNight: 180,
      maxGuests: 4,
      availableFrom: `${year}-03-01`,
      availableTo: `${year}-03-08`,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

describe('An owner with a phone', () => {
  test('lists a week with its contract despite a lost connection, and a visitor finds it once verified', async ({
    openPage,
    allowProblem,
  }) => {
    allowProblem(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_CONNECTION/);
    const page = await openPage(onPhone);
    await signUp(page);
    await visit(page, '/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'List Your Timeshare' }).click();
    await heading(page, 'List Your Timeshare').waitFor();

    const title = `Six by the sea ${year}`;
    const resort = await fillIn(page, title, 27);
    const from = await field(page, 'Available From').inputValue();
    const to = await field(page, 'Available To').inputValue();
    expect(from).toMatch(new RegExp(`^${year}-0[67]-`));
    await form(page)
      .getByText(/7 nights, week 27/)
      .waitFor();

    // The connection is lost in the middle of uploading a contract of 20 MB.
    const connection = await networkOf(page);
    const pieces: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') pieces.push(request.url());
    });
    await button(page, 'Upload Ownership Contract').tap();
    await connection(false, crawl);
    await choose(page, deed);
    const bar = page.getByRole('progressbar', { name: 'Upload of Deed.pdf' });
    await expect
      .poll(async () => Number(await bar.getAttribute('aria-valuenow')))
      .toBeGreaterThan(0);
    await expect.poll(() => new Set(pieces.map(partNumber))).toEqual(new Set(['1', '2', '3', '4']));
    await connection(true);
    await uploadDialog(page)
      .getByText('No Internet connection. The upload goes on by itself', { exact: false })
      .waitFor();
    const before = pieces.length;
    expect(await documentsOf(page)).toMatchObject([{ status: 'uploading' }]);
    await connection(false);
    await page.getByText('Contract Ready', { exact: true }).waitFor();
    await page
      .getByText('Contract file uploaded successfully. Submit your listing to continue.')
      .waitFor();
    await button(page, 'Ownership Contract Uploaded ✓').waitFor();
    expect(pieces.length, 'pieces that are sent again').toBeGreaterThan(before);
    expect(await documentsOf(page)).toMatchObject([
      { status: 'accepted', size: 20 * MiB, file_name: 'Deed.pdf' },
    ]);

    await button(page, 'Create Listing').tap();
    await page.getByText('Listing Created Successfully!').waitFor();
    await page
      .getByText('Your listing and ownership contract have been submitted for verification.')
      .waitFor();
    await heading(page, 'Next Steps').waitFor();
    const [listing] = await listingsOf(title);
    expect(listing).toMatchObject({ week_number: 27, max_guests: 6, available_from: from });
    expect(listing?.contract_document_url).toBeTruthy();
    expect(await documentsOf(page)).toMatchObject([{ status: 'attached' }]);

    const visitor = await openPage();
    const search = async () => {
      await visit(visitor, '/search');
      await visitor.getByLabel('Check in').fill(from);
      await visitor.getByLabel('Check out').fill(to);
      await visitor.getByText(/results? found/).waitFor();
      await expect.poll(() => new URL(visitor.url()).searchParams.get('to')).toBe(to);
    };
    await search();
    await visitor.getByText('No resorts found').waitFor();

    const admin = await openPage();
    await signInAsAdmin(admin);
    await visit(admin, `/admin/verification/${listing?.id}`);
    await admin.getByText('Deed.pdf').first().waitFor();
    await admin
      .getByRole('region', { name: 'Decision' })
      .getByRole('button', { name: /^Verify/ })
      .click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Verify and Publish' }).click();
    await admin.getByText('Listing verified').waitFor();

    await search();
    await expect
      .poll(() => visitor.getByRole('article').allInnerTexts())
      .toEqual([expect.stringContaining(resort)]);
    await visitor.getByRole('article').getByRole('link').first().click();
    await heading(visitor, resort, 1).waitFor();
  });

  test('pauses, resumes and cancels an upload, which leaves nothing behind', async ({
    openPage,
  }) => {
    const page = await openPage(onPhone);
    await signUp(page);
    await visit(page, '/create-listing');
    const connection = await networkOf(page);
    await button(page, 'Upload Ownership Contract').tap();
    await connection(false, crawl);
    await choose(page, deed);
    await uploadDialog(page)
      .getByText(/of 21\.0 MB · .* left/)
      .waitFor();
    await expectNoViolations(page);
    await button(page, 'Pause').tap();
    await uploadDialog(page)
      .getByText(/of 21\.0 MB · Paused/)
      .waitFor();
    const bar = page.getByRole('progressbar', { name: 'Upload of Deed.pdf' });
    const held = await bar.getAttribute('aria-valuenow');
    await page.waitForTimeout(1_200);
    expect(await bar.getAttribute('aria-valuenow')).toBe(held);
    expect(await documentsOf(page)).toMatchObject([{ status: 'uploading' }]);

    // The upload continues while the form is filled in.
    await button(page, 'Resume').tap();
    await button(page, 'Close').first().tap();
    await button(page, /^Uploading contract… \d+%$/).waitFor();
    await button(page, /^Uploading contract… \d+%$/).tap();
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await button(page, 'Cancel Upload').tap();
    expect((await ended).status()).toBe(200);
    await uploadDialog(page).getByText('Choose a File').waitFor();
    expect(await documentsOf(page)).toEqual([]);
  });

  test('creates the listing during the upload, and the contract is attached afterwards', async ({
    openPage,
  }) => {
    const page = await openPage(onPhone);
    await signUp(page);
    await visit(page, '/create-listing');
    const title = `Sent meanwhile ${year}`;
    await fillIn(page, title, 31);
    const connection = await networkOf(page);
    await button(page, 'Upload Ownership Contract').tap();
    await connection(false, crawl);
    await choose(page, deed);
    await uploadDialog(page)
      .getByText(/ of 21\.0 MB/)
      .waitFor();
    await button(page, 'Close').first().tap();
    await button(page, 'Create Listing').tap();
    await heading(page, 'Why upload your contract?').waitFor();
    await button(page, /^Uploading contract… \d+%$/).waitFor();
    await connection(false);
    await page.getByText('Contract Uploaded', { exact: true }).waitFor();
    await button(page, 'Ownership Contract Uploaded ✓').waitFor();
    const [listing] = await listingsOf(title);
    expect(listing?.contract_document_url).toBeTruthy();
  });
});

describe('The steps after the details', () => {
  test('accept a contract later; Back, reload and links keep the current step', async ({
    page,
  }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    const title = `Contract later ${year}`;
    await fillIn(page, title, 12);
    await button(page, 'Create Listing').click();
    await page.getByText('Listing Created Successfully!').waitFor();
    await page
      .getByText(
        'Your listing has been submitted. Our team will contact you about contract verification for listing approval.',
      )
      .waitFor();
    await heading(page, 'Why upload your contract?').waitFor();
    await page.getByText(title, { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('step')).toBe('contract');
    await expectNoViolations(page);

    await page.reload();
    await hydrated(page);
    await button(page, 'Upload Ownership Contract').click();
    await choose(page, file('Bill.pdf', pdf(300_000)));
    await page.getByText('Contract Uploaded', { exact: true }).waitFor();
    await page.getByText('Your ownership contract has been uploaded for verification.').waitFor();
    await button(page, 'Ownership Contract Uploaded ✓').waitFor();
    const [listing] = await listingsOf(title);
    expect(listing?.contract_document_url).toBeTruthy();

    await page.getByRole('link', { name: 'Continue' }).click();
    await heading(page, 'Next Steps').waitFor();
    expect(new URL(page.url()).searchParams.get('listing')).toBe(listing?.id);
    await expectNoViolations(page);
    await page.goBack();
    await heading(page, 'Why upload your contract?').waitFor();
    await page.goForward();
    await page.getByRole('link', { name: 'Finish' }).click();
    await heading(page, 'Welcome back, Marina').waitFor();
    await page.getByText(title).first().waitFor();

    // The form is empty again: the listing has taken over the draft and its document.
    await page.goBack();
    await heading(page, 'Next Steps').waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'List Your Timeshare' }).click();
    await button(page, 'Upload Ownership Contract').waitFor();
    expect(await field(page, 'Listing Title').inputValue()).toBe('');
  });

  test("are not shown for someone else's listing", async ({ openPage }) => {
    const owner = await openPage();
    await signUp(owner);
    const id = await listWeek(owner, `Not yours ${year}`);
    const page = await openPage();
    await signUp(page);
    for (const step of ['contract', 'escrow']) {
      await visit(page, `/create-listing?step=${step}&listing=${id}`);
      await heading(page, 'Listing not found').waitFor();
    }
  });

  test('ask a visitor to sign in first, and then continue', async ({ page }) => {
    const { username, password } = await makeAccount();
    await visit(page, '/create-listing');
    expect(new URL(page.url()).pathname).toBe('/auth');
    const signIn = page.getByRole('form', { name: 'Sign In' });
    await signIn.getByLabel('Email or username').fill(username);
    await signIn.getByLabel('Password', { exact: true }).fill(password);
    await signIn.getByRole('button', { name: 'Sign In' }).click();
    await heading(page, 'List Your Timeshare').waitFor();
    expect(new URL(page.url()).pathname).toBe('/create-listing');
  });
});

describe('The draft', () => {
  test('is kept after the tab is closed, and opens in another browser', async ({ openPage }) => {
    const page = await openPage();
    const { username } = await signUp(page);
    await visit(page, '/create-listing');
    const resort = await fillIn(page, 'A week to come back to', 27);
    await page.getByText('I also want to sell this timeshare').click();
    await field(page, 'Sale Price').fill('12,500');
    await button(page, /About your timeshare/).click();
    await field(page, 'View').fill('Ocean front');
    await field(page, 'Use').selectOption('EVEN');
    await button(page, 'Upload Ownership Contract').click();
    await choose(page, file('Deed of the draft.pdf', pdf(200_000)));
    await button(page, 'Ownership Contract Uploaded ✓').waitFor();
    await draftSaved(page);
    await expect
      .poll(() => draftOf(username))
      .toMatchObject({
        title: 'A week to come back to',
        contractFileName: 'Deed of the draft.pdf',
      });
    await page.close();

    const other = await openPage(onPhone);
    await signInAs(other, username);
    await visit(other, '/create-listing');
    await other.getByText('Your draft is here as you left it', { exact: false }).waitFor();
    expect(await resortField(other).inputValue()).toBe(resort);
    expect(await field(other, 'Listing Title').inputValue()).toBe('A week to come back to');
    expect(await field(other, 'Sale Price').inputValue()).toBe('12,500');
    expect(await field(other, 'View').inputValue()).toBe('Ocean front');
    expect(await field(other, 'Use').inputValue()).toBe('EVEN');
    expect(await field(other, 'Year').inputValue()).toBe(String(year));
    expect(await field(other, 'Week number').inputValue()).toBe('27');
    await other.getByText('Deed of the draft.pdf').waitFor();
    await button(other, 'Create Listing').tap();
    await heading(other, 'Next Steps').waitFor();
    const [listing] = await listingsOf('A week to come back to');
    expect(listing).toMatchObject({ use: 'even', sale_price_cents: 1_250_000, week_number: 27 });
  });

  test('is saved when the page is left while typing', async ({ page }) => {
    const { username } = await signUp(page);
    await visit(page, '/create-listing');
    await field(page, 'Listing Title').pressSequentially('Half a tit');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await heading(page, 'Welcome back, Marina').waitFor();
    await expect.poll(() => draftOf(username)).toMatchObject({ title: 'Half a tit' });
    await page.goBack();
    await expect.poll(() => field(page, 'Listing Title').inputValue()).toBe('Half a tit');
  });

  test('is discarded for good after confirmation', async ({ page }) => {
    const { username } = await signUp(page);
    await visit(page, '/create-listing');
    await field(page, 'Listing Title').fill('Not this one');
    await draftSaved(page);
    await button(page, 'Discard Draft').click();
    const dialog = page.getByRole('dialog', { name: 'Discard this draft?' });
    await expectNoViolations(page);
    await button(dialog, 'Keep Draft').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await field(page, 'Listing Title').inputValue()).toBe('Not this one');
    await button(page, 'Discard Draft').click();
    await button(dialog, 'Discard Draft').click();
    await page.getByText('Draft discarded').waitFor();
    expect(await field(page, 'Listing Title').inputValue()).toBe('');
    expect(await draftOf(username)).toBeUndefined();
    await field(page, 'Listing Title').fill('Another one');
    await draftSaved(page);
    expect(await draftOf(username)).toMatchObject({ title: 'Another one' });
  });

  test('changed in another window is not overwritten', async ({ page, openPage }) => {
    const { username } = await signUp(page);
    await visit(page, '/create-listing');
    const other = await openPage();
    await signInAs(other, username);
    await visit(other, '/create-listing');
    await field(other, 'Listing Title').fill('Typed there');
    await draftSaved(other);
    await field(page, 'Listing Title').fill('Typed here');
    await page.getByText('Your draft was changed in another window.').waitFor();
    expect(await draftOf(username)).toMatchObject({ title: 'Typed there' });
    await button(page, 'Load it again').click();
    await expect.poll(() => field(page, 'Listing Title').inputValue()).toBe('Typed there');
  });
});

describe('The details', () => {
  test('that are missing are named at each field, and the first gets the focus', async ({
    page,
  }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    await field(page, 'Maximum Guests').fill('');
    await button(page, 'Create Listing').click();
    for (const message of [
      'Resort is required',
      'Available from is required',
      'Available to is required',
      'Title is required',
      'Description is required',
      'Price per night is required',
      'Maximum guests is required',
    ]) {
      await form(page).getByText(message, { exact: true }).waitFor();
    }
    expect(await hasFocus(resortField(page))).toBe(true);
    await expectNoViolations(page);
  });

  test('that are invalid are marked, each with its reason', async ({ page }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    await page.getByText('I also want to sell this timeshare').click();
    await button(page, /About your timeshare/).click();
    for (const values of [
      [
        ['Price per Night', '0.50', 'Price per night must be $1 to $100,000'],
        ['Maximum Guests', '31', 'Maximum guests must be 1 to 30'],
        ['Available From', '2020-01-01', 'Available from must be after today'],
        ['Listing Title', 'x'.repeat(121), 'Title may have at most 120 characters'],
        ['Sale Price', '', 'Sale price is required when the timeshare is for sale'],
        ['Bedrooms', '13', 'Bedrooms must be 0 to 12'],
        ['Maintenance Fee per Year', '-1', 'Maintenance fee must be $0 to $100,000'],
        ['Season', 's'.repeat(41), 'Season may have at most 40 characters'],
      ],
      [
        ['Price per Night', 'cheap', 'Price per night must be $1 to $100,000'],
        ['Available From', `${year + 3}-01-01`, 'Available from must be within 5 years'],
      ],
      [['Price per Night', '99.999', 'Price per night may have at most two decimals']],
    ] as const) {
      for (const [name, value] of values) await field(page, name).fill(value);
      await button(page, 'Create Listing').click();
      for (const [name, , message] of values) {
        await expect.poll(() => errorOf(field(page, name)), { message: name }).toBe(message);
      }
    }
  });

  test('the last day must be after the first, at most 366 nights later', async ({ page }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    await field(page, 'Available From').fill(`${year}-05-01`);
    // Defaults to one week.
    expect(await field(page, 'Available To').inputValue()).toBe(`${year}-05-08`);
    for (const [to, message] of [
      [`${year}-05-01`, 'Available to must be after Available from'],
      [`${year + 1}-05-03`, 'Available to must be at most 366 nights after the first'],
    ] as const) {
      await field(page, 'Available To').fill(to);
      await button(page, 'Create Listing').click();
      await form(page).getByText(message, { exact: true }).waitFor();
    }
  });

  test('server errors are shown at their field, and its section opens', async ({ page }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    await fillIn(page, `Odd and even ${year}`);
    await button(page, /About your timeshare/).click();
    await field(page, 'Ownership').selectOption('FIXED');
    await field(page, 'Use').selectOption(year % 2 === 0 ? 'ODD' : 'EVEN');
    await button(page, /About your timeshare/).click();
    await button(page, 'Create Listing').click();
    const wrong = year % 2 === 0 ? 'odd' : 'even';
    await form(page)
      .getByText(`A week used in ${wrong} years is not yours in ${year}`, { exact: true })
      .first()
      .waitFor();
    await page.getByText('Failed to create listing. Please try again.').waitFor();
    expect(await hasFocus(field(page, 'Use'))).toBe(true);
    expect(await listingsOf(`Odd and even ${year}`)).toEqual([]);

    // Once corrected, it is created exactly once.
    await field(page, 'Use').selectOption('ANNUAL');
    await button(page, 'Create Listing').dblclick();
    await heading(page, 'Why upload your contract?').waitFor();
    expect(await listingsOf(`Odd and even ${year}`)).toHaveLength(1);
  });

  test("an exchange week is refused as soon as it is chosen, with the server's message", async ({
    page,
  }) => {
    await signUp(page);
    const [resort] = (await (await fetch(`${siteUrl}/api/resorts/top?limit=1`)).json()) as {
      id: string;
    }[];
    const { createListing } = await ask<{ createListing: { message: string } }>(
      page.context(),
      'mutation ($input: CreateListingInput!) { createListing(input: $input) { ... on Error { message } } }',
      {
        details: {
          resortId: Buffer.from(`Resort:${resort?.id}`).toString('base64'),
          title: 'A week',
          description: 'Two rooms.',
          pricePerNightCents: 18_000,
          maxGuests: 4,
          availableFrom: `${year}-03-01`,
          availableTo: `${year}-03-08`,
          exchangeWeek: true,
        },
      },
    );
    await visit(page, '/create-listing');
    await button(page, /About your timeshare/).click();
    await field(page, 'Ownership').selectOption('EXCHANGE');
    expect(createListing.message).toMatch(/^Exchange weeks can't be listed/);
    await form(page).getByText(createListing.message, { exact: true }).waitFor();
  });

  test('all details of the ownership are stored', async ({ page }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    const title = `All facts ${year}`;
    await fillIn(page, title);
    await button(page, /About your timeshare/).click();
    await expectNoViolations(page);
    await field(page, 'Unit Type').fill('Two-bedroom lock-off');
    await button(page, 'One bedroom more').click();
    await button(page, 'One bedroom more').click();
    await field(page, 'Ownership').selectOption('FLOATING');
    await field(page, 'Deeded or Right to Use').selectOption('RIGHT_TO_USE');
    await field(page, 'Season').fill('Platinum');
    await field(page, 'Maintenance Fee per Year').fill('1,150.50');
    await field(page, 'Next Fee').selectOption('BUYER');
    await page.getByText('The resort has a right of first refusal').click();
    await field(page, 'Resale Restrictions').fill('No cruises.');
    await button(page, 'Create Listing').click();
    await heading(page, 'Why upload your contract?').waitFor();
    expect(await listingsOf(title)).toMatchObject([
      {
        unit_type: 'Two-bedroom lock-off',
        bedrooms: 2,
        ownership: 'floating',
        tenure: 'right_to_use',
        season: 'Platinum',
        maintenance_fee_cents: 115_050,
        next_fee_paid_by: 'buyer',
        right_of_first_refusal: true,
        resale_restrictions: 'No cruises.',
        check_in_day: 'saturday',
      },
    ]);
  });

  test('a resort is chosen by keyboard alone, and Escape closes the list', async ({ page }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    await resortField(page).focus();
    await page.keyboard.type('aruba');
    await page.getByRole('option').first().waitFor();
    const names = await page.getByRole('option').locator('span:first-of-type').allInnerTexts();
    await expectNoViolations(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await resortField(page).inputValue()).toBe(names[1]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('zzqqxxyy');
    await page.getByText('No resorts found. Try fewer words', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox', { name: 'Resorts' }).waitFor({ state: 'hidden' });
    await button(page, 'Create Listing').click();
    await form(page).getByText('Choose a resort from the list', { exact: true }).waitFor();
  });

  test('a resort name typed in full is accepted on blur, even before the list has loaded', async ({
    page,
  }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    const name = await chooseResort(page, 'aruba');
    await resortField(page).fill('');
    const release = await holdAnswers(page);
    await resortField(page).fill(name.toUpperCase());
    await field(page, 'Listing Title').fill('Typed in full');
    release();
    await expect.poll(() => resortField(page).inputValue()).toBe(name);
    await page.getByRole('group', { name: 'Know your week number?' }).waitFor();
    await resortField(page).fill('aru');
    await resortField(page).press('Tab');
    const hint = form(page).getByText('Choose a resort from the list', { exact: true });
    await hint.waitFor();
    await button(page, 'Create Listing').click();
    await expect.poll(() => hasFocus(resortField(page))).toBe(true);
    await hint.waitFor();
  });

  test('resorts are listed on focus and by ArrowDown, and typing replaces a chosen name', async ({
    page,
  }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    await resortField(page).click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option').first().click();
    const name = await resortField(page).inputValue();
    expect(name).not.toBe('');
    await field(page, 'Listing Title').click();
    await resortField(page).click();
    const selected = () =>
      resortField(page).evaluate((input: HTMLInputElement) =>
        input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
      );
    expect(await selected()).toBe(name);
  });

  test('dates changed by hand clear the numbered week', async ({ page }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    const title = `By hand ${year}`;
    await fillIn(page, title, 27);
    await field(page, 'Available To').fill(`${year}-08-01`);
    await expect.poll(() => field(page, 'Week number').inputValue()).toBe('');
    await button(page, 'Create Listing').click();
    await heading(page, 'Why upload your contract?').waitFor();
    expect(await listingsOf(title)).toMatchObject([{ week_number: null }]);
  });
});

describe('The upload dialog', () => {
  test('rejects files of other types, files that are too large, and several files', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/status of 400/);
    await signUp(page);
    await visit(page, '/create-listing?dialog=upload');
    const dialog = uploadDialog(page);
    await expectNoViolations(page);
    await choose(page, file('Deed.exe', program()));
    await dialog.getByText('You can only upload: .pdf, .doc, .docx, .jpg, .jpeg, .png').waitFor();
    await choose(page, file('Large.pdf', pdf(50_485_761)));
    await dialog.getByText('Large.pdf exceeds maximum allowed size of 50 MB').waitFor();
    expect(await documentsOf(page)).toEqual([]);

    // It has the name of a document, so only the server can detect it.
    await choose(page, file('Renamed.pdf', program()));
    await dialog.getByText('The file is not what it seems', { exact: false }).waitFor();
    await page.getByText('Failed to upload contract. Please try again.').first().waitFor();
    expect(await button(dialog, 'Try Again').count()).toBe(0);
    await expectNoViolations(page);
    expect(await documentsOf(page)).toEqual([]);
    await button(dialog, 'Choose Another File').click();

    // The largest allowed size.
    await choose(page, file('Largest.pdf', pdf(50_485_760)));
    await page.getByText('Contract Ready', { exact: true }).waitFor();
    expect(await documentsOf(page)).toMatchObject([{ status: 'accepted', size: 50_485_760 }]);
  });

  test('accepts one dropped file', async ({ page }) => {
    await signUp(page);
    await visit(page, '/create-listing?dialog=upload');
    const drop = (names: string[]) =>
      uploadDialog(page)
        .getByText('Drop your deed or contract here, or')
        .evaluate(
          (element, [files, text]) => {
            const transfer = new DataTransfer();
            for (const name of files!) {
              transfer.items.add(new File([text as string], name, { type: 'application/pdf' }));
            }
            const event = new DragEvent('drop', { bubbles: true, dataTransfer: transfer });
            element.dispatchEvent(event);
          },
          [names, pdf(4_000).toString('latin1')] as [string[], string],
        );
    await drop(['One.pdf', 'Two.pdf']);
    await uploadDialog(page).getByText('You can only upload 1 file').waitFor();
    await drop(['One.pdf']);
    await page.getByText('Contract Ready', { exact: true }).waitFor();
    expect(await documentsOf(page)).toMatchObject([{ file_name: 'One.pdf' }]);
  });

  test('resumes where it broke off, without resending received pieces', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/ERR_FAILED|net::ERR/);
    await signUp(page);
    await hurryRetries(page);
    await visit(page, '/create-listing?dialog=upload');
    const sent: string[] = [];
    await page.route('**/s3/objects/**', async (route) => {
      const number = partNumber(route.request().url());
      if (number === '3') return route.abort();
      sent.push(number);
      return route.continue();
    });
    await choose(page, deed);
    // After its automatic retries.
    await page.getByText('Failed to upload contract. Please try again.').first().waitFor();
    expect(sent.toSorted()).toEqual(['1', '2', '4']);
    await page.unroute('**/s3/objects/**');
    const later: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') later.push(partNumber(request.url()));
    });
    await button(uploadDialog(page), 'Try Again').click();
    await page.getByText('Contract Ready', { exact: true }).waitFor();
    expect(later).toEqual(['3']);
    expect(await documentsOf(page)).toMatchObject([{ status: 'accepted', size: 20 * MiB }]);
  });

  test('says that it retries while there is no response', async ({ page, allowProblem }) => {
    allowProblem(/ERR_FAILED|net::ERR/);
    await signUp(page);
    await visit(page, '/create-listing?dialog=upload');
    const { opened, open } = gate();
    let calls = 0;
    // The first call fails, the second waits for its response.
    await page.route('**/s3/multipart', async (route) => {
      calls += 1;
      if (calls === 1) return route.abort();
      await opened;
      return route.continue();
    });
    await choose(page, file('Patient.pdf', pdf(3_000)));
    await uploadDialog(page).getByText('No answer, trying again…', { exact: false }).waitFor();
    open();
    await page.getByText('Contract Ready', { exact: true }).waitFor();
  });

  test('says that it gets no upload URL, and starts once it gets one', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/status of 429/);
    await signUp(page);
    await visit(page, '/create-listing?dialog=upload');
    await page.route('**/s3/multipart', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too many uploads' } }),
    );
    await choose(page, file('Small.pdf', pdf(3_000)));
    await page.getByText('Failed to get upload URL. Please try again.').first().waitFor();
    await uploadDialog(page).getByText('Too many uploads', { exact: false }).waitFor();
    await page.unroute('**/s3/multipart');
    await button(uploadDialog(page), 'Try Again').click();
    await page.getByText('Contract Ready', { exact: true }).waitFor();
  });

  test('completes after a lost response without resending the file', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/ERR_FAILED|net::ERR/);
    await signUp(page);
    await visit(page, '/create-listing?dialog=upload');
    let completions = 0;
    await page.route('**/complete?**', async (route) => {
      completions += 1;
      if (completions > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await choose(page, file('Lost.pdf', pdf(300_000)));
    await page.getByText('Contract Ready', { exact: true }).waitFor();
    expect(completions).toBe(2);
    expect(await documentsOf(page)).toMatchObject([{ status: 'accepted' }]);
  });
});

test('The create page loads little JavaScript, and the upload client only when needed', async ({
  page,
}) => {
  await signUp(page);
  const loaded = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.add(request.url());
  });
  await visit(page, '/create-listing');
  const first = await textsOf(loaded);
  const bytes = first.reduce((sum, text) => sum + gzipSync(text).length, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(270_000);
  expect(first.filter((text) => /s3\/multipart/.test(text))).toEqual([]);
  await button(page, 'Upload Ownership Contract').click();
  await uploadDialog(page).getByText('Choose a File').waitFor();
  await expect
    .poll(async () => (await textsOf(loaded)).some((text) => /s3\/multipart/.test(text)))
    .toBe(true);
});

const textsOf = (urls: Set<string>) =>
  Promise.all([...urls].map(async (url) => (await fetch(url)).text()));

const partNumber = (url: string): string => new URL(url).searchParams.get('partNumber') ?? '';

/** The documents of the page's account. */
async function documentsOf(page: Page) {
  const me = await page.context().request.get('/api/users/me');
  const { id } = (await me.json()) as { id: string };
  return sql<{ status: string; size: number | null; file_name: string }>(
    inject('databaseUrl'),
    'SELECT status, size, file_name FROM contract_documents WHERE owner_id = $1',
    [id],
  );
}

async function draftOf(username: string): Promise<Record<string, unknown> | undefined> {
  const [draft] = await sql<{ content: Record<string, unknown> }>(
    inject('databaseUrl'),
    `SELECT content FROM listing_drafts JOIN users ON users.id = owner_id WHERE username = $1`,
    [username],
  );
  return draft?.content;
}

test('The create page fits every screen width', async ({ page }) => {
  await signUp(page);
  await visit(page, '/create-listing');
  await fillIn(page, 'A title');
  await button(page, /About your timeshare/).click();
  for (const width of [360, 768, 1920, desktop.width]) {
    await page.setViewportSize({ width, height: 900 });
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide, `at ${width} px`).toBe(0);
  }
});
