import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  heading,
  phone,
  signInAsAdmin,
  signUp,
  test,
  visit,
  type Account,
} from '../support/fixtures.ts';

/** Submits a property as a new member. */
async function submit(page: Page): Promise<{ account: Account; id: string; name: string }> {
  const account = await signUp(page);
  const name = `Week of ${account.username}`;
  const answer = await page.context().request.post('/api/property-submissions', {
    data: {
      propertyName: name,
      resortName: 'Harbour House',
      location: 'Camden, Maine',
      unit: '2 bedrooms',
      ownership: 'Deeded, every year',
      weekDetails: 'Week 27',
      askingPrice: '$12,500',
      contactPhone: '+1 555 0100',
      additionalDetails: 'Top floor,\nwith a balcony.',
    },
  });
  expect(answer.status()).toBe(201);
  return { account, id: ((await answer.json()) as { id: string }).id, name };
}

const mailsTo = async (address: string): Promise<string[]> => {
  const rows = await sql<{ template: string }>(
    inject('databaseUrl'),
    `SELECT template FROM outgoing_mails WHERE to_address = $1 AND template LIKE 'inquiry%'
     ORDER BY created_at`,
    [address],
  );
  return rows.map(({ template }) => template);
};

describe('Inquiries', () => {
  test('are found, noted, answered, and turned into a listing draft', async ({ openPage }) => {
    const { account, name } = await submit(await openPage());
    const page = await openPage();
    await signInAsAdmin(page);
    await visit(page, '/admin/inquiries');
    const search = page.getByRole('searchbox');
    await search.fill(account.email);
    await search.press('Enter');
    const table = page.getByRole('table', { name: 'Inquiries' });
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await table.getByText('New', { exact: true }).waitFor();
    await expectNoViolations(page);
    await table.getByRole('link', { name }).click();
    await heading(page, name, 1).waitFor();
    for (const text of ['Harbour House', '$12,500', 'Week 27', 'Deeded, every year']) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    await page.getByText('Top floor,\nwith a balcony.').waitFor();
    await page.getByRole('link', { name: account.email }).waitFor();

    const noteForm = page.getByRole('form', { name: 'Add a note' });
    await noteForm.getByRole('button', { name: 'Add Note' }).click();
    await noteForm.getByText('Note is required').waitFor();
    await noteForm.getByRole('textbox').fill('Called, no answer');
    await noteForm.getByRole('button', { name: 'Add Note' }).click();
    const history = page.getByRole('list', { name: 'History' });
    await history.getByText('Called, no answer').waitFor();

    await page.getByRole('button', { name: 'Reply by Mail' }).click();
    const reply = page.getByRole('dialog', { name: 'Reply by Mail' });
    await reply.getByRole('textbox', { name: 'Message' }).fill('Which season is it?');
    await expectNoViolations(page);
    await reply.getByRole('button', { name: 'Send Reply' }).click();
    await page.getByText('Reply sent').waitFor();
    await history.getByText('Which season is it?').waitFor();
    await page.getByText('Contacted', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Turn into a Listing Draft' }).click();
    const draft = page.getByRole('dialog', { name: 'Turn into a Listing Draft' });
    await draft.getByRole('button', { name: 'Make the Draft' }).click();
    await page.getByText('Listing draft made').waitFor();
    await history.getByText('Turned into a listing draft').waitFor();
    await page.getByText('Converted', { exact: true }).waitFor();
    await expectNoViolations(page);
    expect(await mailsTo(account.email)).toEqual([
      'inquiryReceived',
      'inquiryReply',
      'inquiryDraft',
    ]);
    await page.getByRole('button', { name: 'Mark as Closed' }).click();
    await history.getByRole('heading', { name: 'Marked as closed' }).waitFor();
    await page.getByRole('button', { name: 'Mark as Contacted' }).waitFor();
  });

  test('changed by another administrator must be reviewed before replying', async ({
    openPage,
  }) => {
    const { id, name } = await submit(await openPage());
    const [one, other] = [await openPage(), await openPage({ viewport: phone })];
    for (const page of [one, other]) {
      await signInAsAdmin(page);
      await visit(page, `/admin/inquiries/${id}`);
    }
    await other.getByRole('button', { name: 'Reply by Mail' }).click();
    const dialog = other.getByRole('dialog', { name: 'Reply by Mail' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Good morning');
    await one.getByRole('button', { name: 'Mark as Contacted' }).click();
    await one.getByText('Marked as Contacted', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Send Reply' }).click();
    await dialog.getByText(/^Another administrator has worked on this inquiry/).waitFor();
    // The typed message is kept.
    expect(await dialog.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(
      'Good morning',
    );
    await dialog.getByRole('button', { name: 'I Have Seen It' }).click();
    await dialog.getByRole('button', { name: 'Send Reply' }).click();
    await other.getByText('Reply sent').waitFor();

    await one.getByRole('button', { name: 'Mark as Closed' }).click();
    await one.getByText('Status not changed').waitFor();
    await one.getByRole('list', { name: 'History' }).getByText('Good morning').waitFor();
    await heading(one, name, 1).waitFor();
  });

  test("keep a member's own draft unless the administrator replaces it", async ({ openPage }) => {
    const { account, id } = await submit(await openPage());
    await sql(
      inject('databaseUrl'),
      `INSERT INTO listing_drafts (owner_id, content)
       SELECT id, '{"title": "My own words"}' FROM users WHERE username = $1`,
      [account.username],
    );
    const page = await openPage();
    await signInAsAdmin(page);
    await visit(page, `/admin/inquiries/${id}?dialog=draft`);
    const dialog = page.getByRole('dialog', { name: 'Turn into a Listing Draft' });
    await dialog.getByText(/They have begun a listing of their own/).waitFor();
    await dialog.getByText(/My own words/).waitFor();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const title = async () => {
      const rows = await sql<{ title: string }>(
        inject('databaseUrl'),
        `SELECT content->>'title' AS title FROM listing_drafts
         JOIN users ON users.id = owner_id WHERE username = $1`,
        [account.username],
      );
      return rows[0]?.title;
    };
    expect(await title()).toBe('My own words');
    await page.getByRole('button', { name: 'Turn into a Listing Draft' }).click();
    await dialog.getByRole('button', { name: 'Replace Their Draft' }).click();
    await page.getByText('Listing draft made').waitFor();
    expect(await title()).toBe(`Week of ${account.username}`);
  });

  test('that do not exist are not found', async ({ page, allowProblem }) => {
    allowProblem(/status of 404/);
    await signInAsAdmin(page);
    await visit(page, '/admin/inquiries/01890a5d-ac96-774b-bcce-b302099a8057');
    await heading(page, 'Inquiry not found').waitFor();
    await visit(page, '/admin/inquiries?q=nothing-is-called-so');
    await heading(page, 'No inquiries found').waitFor();
  });
});
