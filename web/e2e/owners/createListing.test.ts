import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { pdf, program } from '#api/testing/documents.ts';
import { expectNoViolations, expectSound } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  desktop,
  hasFocus,
  heading,
  hydrated,
  makeAccount,
  phone,
  signInAs,
  signInAsAdmin,
  signUp,
  siteUrl,
  test,
  visit,
  withoutPreloading,
} from '../support/fixtures.ts';
import { gate } from '../support/gate.ts';
import { ask, decide, listWeek } from '../support/listings.ts';

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

    const isFound = async () => {
      const query = `{
        resorts(filter: { availableFrom: "${from}", availableTo: "${to}" }, first: 10) {
          edges { node { name } }
        }
      }`;
      const url = `${siteUrl}/graphql?${new URLSearchParams({ query })}`;
      return (await (await fetch(url)).text()).includes(resort);
    };
    expect(await isFound()).toBe(false);
    await signInAsAdmin(page);
    await decide(page, listing?.id ?? '', 'verify', 'Deed seen.');
    await expect.poll(isFound).toBe(true);
  });
});

describe('The steps after the details', () => {
  test('come during the upload, whose contract is attached afterwards', async ({ page }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    const title = `Sent meanwhile ${year}`;
    await fillIn(page, title, 31);
    const { opened, open } = gate();
    await page.route('**/s3/objects/**', async (route) => {
      await opened;
      await route.continue();
    });
    await button(page, 'Upload Ownership Contract').click();
    await choose(page, file('Slow.pdf', pdf(300_000)));
    await uploadDialog(page)
      .getByText(/ of \d+ KB/)
      .waitFor();
    await expectNoViolations(page);
    await button(page, 'Close').first().click();
    await button(page, 'Create Listing').click();
    await heading(page, 'Why upload your contract?').waitFor();
    await button(page, /^Uploading contract… \d+%$/).waitFor();
    open();
    await page.getByText('Contract Uploaded', { exact: true }).waitFor();
    await button(page, 'Ownership Contract Uploaded ✓').waitFor();
    const [listing] = await listingsOf(title);
    expect(listing?.contract_document_url).toBeTruthy();
  });

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

  test("are not shown for someone else's listing", async ({ page }) => {
    await signUp(page);
    const id = await listWeek(page, { title: `Not yours ${year}` });
    await signUp(page);
    for (const step of ['contract', 'escrow']) {
      const answer = await page.request.get(`/create-listing?step=${step}&listing=${id}`);
      const text = await answer.text();
      expect(text).toContain('Listing not found');
      expect(text).not.toContain('Not yours');
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
  test('is kept after the tab is closed, opens in another browser, and has all details', async ({
    page,
  }) => {
    const { username } = await signUp(page);
    await visit(page, '/create-listing');
    const resort = await fillIn(page, 'A week to come back to', 27);
    await page.getByText('I also want to sell this timeshare').click();
    await field(page, 'Sale Price').fill('12,500');
    // A sale opens the section with what a buyer needs to know.
    await field(page, 'View').fill('Ocean front');
    await field(page, 'Ownership').selectOption('POINTS');
    await field(page, 'Points a Year').fill('70,000');
    await field(page, 'Use').selectOption('EVEN');
    await field(page, 'Maintenance Fee per Year').fill('1,150');
    await expectNoViolations(page);
    await expectSound(page);
    await page.setViewportSize(desktop);
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

    // Nothing of the first browser is left but the account.
    await page.goto('/healthz');
    await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
    await page.context().clearCookies();
    await signInAs(page, username);
    await visit(page, '/create-listing');
    await page.getByText('Your draft is here as you left it', { exact: false }).waitFor();
    expect(await resortField(page).inputValue()).toBe(resort);
    expect(await field(page, 'Listing Title').inputValue()).toBe('A week to come back to');
    expect(await field(page, 'Sale Price').inputValue()).toBe('12,500');
    expect(await field(page, 'View').inputValue()).toBe('Ocean front');
    expect(await field(page, 'Use').inputValue()).toBe('EVEN');
    expect(await field(page, 'Year').inputValue()).toBe(String(year));
    expect(await field(page, 'Week number').inputValue()).toBe('27');
    await page.getByText('Deed of the draft.pdf').waitFor();
    // A second click during the first submit creates no second listing.
    await button(page, 'Create Listing').dblclick();
    await heading(page, 'Next Steps').waitFor();
    expect(await listingsOf('A week to come back to')).toMatchObject([
      { use: 'even', sale_price_cents: 1_250_000, week_number: 27 },
    ]);
  });

  test('is saved when the page is left while typing, and discarded for good after confirmation', async ({
    page,
  }) => {
    const { username } = await signUp(page);
    await visit(page, '/create-listing');
    const { opened, open } = gate();
    await page.route('**/graphql', async (route) => {
      if (/saveListingDraft|Half a tit/.test(route.request().postData() ?? '')) await opened;
      await route.continue();
    });
    await field(page, 'Listing Title').fill('Half a tit');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await heading(page, 'Welcome back, Marina').waitFor();
    // Back before it is saved.
    await page.goBack();
    open();
    await expect.poll(() => field(page, 'Listing Title').inputValue()).toBe('Half a tit');
    expect(await draftOf(username)).toMatchObject({ title: 'Half a tit' });

    await button(page, 'Discard Draft').click();
    const dialog = page.getByRole('dialog', { name: 'Discard this draft?' });
    await expectNoViolations(page);
    await button(dialog, 'Keep Draft').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await field(page, 'Listing Title').inputValue()).toBe('Half a tit');
    await button(page, 'Discard Draft').click();
    await button(dialog, 'Discard Draft').click();
    await page.getByText('Draft discarded').waitFor();
    expect(await field(page, 'Listing Title').inputValue()).toBe('');
    expect(await draftOf(username)).toBeUndefined();
    await field(page, 'Listing Title').fill('Another one');
    await draftSaved(page);
    expect(await draftOf(username)).toMatchObject({ title: 'Another one' });
  });

  test('changed in another window is not overwritten', async ({ page }) => {
    const { username } = await signUp(page);
    await visit(page, '/create-listing');
    const { saveListingDraft } = await ask<{ saveListingDraft: { draft: { version: number } } }>(
      page.request,
      `mutation ($input: SaveListingDraftInput!) {
        saveListingDraft(input: $input) { ... on SaveListingDraftPayload { draft { version } } }
      }`,
      { input: { title: 'Typed there', version: 0 } },
    );
    expect(saveListingDraft.draft.version).toBe(1);
    await field(page, 'Listing Title').fill('Typed here');
    await page.getByText('Your draft was changed in another window.').waitFor();
    expect(await draftOf(username)).toMatchObject({ title: 'Typed there' });
    await button(page, 'Load it again').click();
    await expect.poll(() => field(page, 'Listing Title').inputValue()).toBe('Typed there');
  });
});

test('Details that the server refuses are named at their field, which gets the focus', async ({
  page,
}) => {
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
  await expect.poll(() => hasFocus(field(page, 'Use'))).toBe(true);
  await expectNoViolations(page);
  expect(await listingsOf(`Odd and even ${year}`)).toEqual([]);
});

describe('The upload dialog', () => {
  test('accepts a dropped file, and shows why the server refuses it', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/status of 400/);
    await signUp(page);
    await visit(page, '/create-listing?dialog=upload');
    const dialog = uploadDialog(page);
    const drop = (name: string, content: Buffer) =>
      dialog.getByText('Drop your deed or contract here, or').evaluate(
        (element, [fileName, text]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text!], fileName!, { type: 'application/pdf' }));
          const event = new DragEvent('drop', { bubbles: true, dataTransfer: transfer });
          element.dispatchEvent(event);
        },
        [name, content.toString('latin1')],
      );
    // It has the name of a document, so only the server can detect it.
    await drop('Renamed.pdf', program());
    await dialog.getByText('The file is not what it seems', { exact: false }).waitFor();
    await page.getByText('Failed to upload contract. Please try again.').first().waitFor();
    expect(await button(dialog, 'Try Again').count()).toBe(0);
    await expectNoViolations(page);
    expect(await documentsOf(page)).toEqual([]);
    await button(dialog, 'Choose Another File').click();
    await drop('One.pdf', pdf(4_000));
    await page.getByText('Contract Ready', { exact: true }).waitFor();
    expect(await documentsOf(page)).toMatchObject([{ status: 'accepted', file_name: 'One.pdf' }]);
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
  await withoutPreloading(page);
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
