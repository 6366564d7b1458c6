import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  makeAccount,
  phone,
  signInAsAdmin,
  test,
  visit,
  type Account,
} from '../support/fixtures.ts';

interface Reported {
  author: Account;
  title: string;
  resortId: string;
}

/** Adds a review by a new member, reported by two others. */
async function report(): Promise<Reported> {
  const author = await makeAccount();
  const reporters = [await makeAccount(), await makeAccount()];
  const title = `Boats of ${author.username}`;
  const [review] = await sql<{ id: string; resort_id: string }>(
    inject('databaseUrl'),
    `WITH sample AS (SELECT id FROM resorts ORDER BY created_at LIMIT 50)
     INSERT INTO reviews (id, resort_id, user_id, rating, title, content)
     SELECT gen_random_uuid(), (SELECT id FROM sample ORDER BY random() LIMIT 1), id, 1, $2,
            'Buy them from me, cheap.'
     FROM users WHERE username = $1 RETURNING id, resort_id`,
    [author.username, title],
  );
  await sql(
    inject('databaseUrl'),
    `INSERT INTO review_reports (id, review_id, reporter_id, reason, details)
     SELECT gen_random_uuid(), $1, id, 'SPAM', 'He sells boats' FROM users WHERE username = ANY ($2)`,
    [review?.id, reporters.map(({ username }) => username)],
  );
  return { author, title, resortId: review?.resort_id ?? '' };
}

/** Pages through the queue until the review is listed. */
async function findReview(page: Page, title: string) {
  const item = page
    .getByRole('list', { name: 'Reported reviews' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });
  await page.getByRole('list', { name: 'Reported reviews' }).waitFor();
  for (let count = 0; count < 20 && (await item.count()) === 0; count += 1) {
    const { search } = new URL(page.url());
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => new URL(page.url()).search).not.toBe(search);
    await expect
      .poll(() => page.getByRole('list', { name: 'Reported reviews' }).getAttribute('aria-busy'))
      .toBe('false');
  }
  return item;
}

const countOf = async (resortId: string): Promise<{ count: number; exact: boolean }> => {
  const [row] = await sql<{ count: number; exact: boolean }>(
    inject('databaseUrl'),
    `SELECT review_count AS count,
            review_count = (SELECT count(*) FROM reviews WHERE resort_id = $1)
              AND rating_sum = (SELECT coalesce(sum(rating), 0) FROM reviews WHERE resort_id = $1)
            AS exact
     FROM resorts WHERE id = $1`,
    [resortId],
  );
  return row ?? { count: 0, exact: false };
};

describe('Moderation', () => {
  test('removes a reported review and tells its author', async ({ page }) => {
    const { author, title, resortId } = await report();
    const before = await countOf(resortId);
    await signInAsAdmin(page);
    await visit(page, '/admin/moderation');
    const item = await findReview(page, title);
    await item.getByRole('list', { name: '2 reports' }).waitFor();
    await expectNoViolations(page);
    await item.getByRole('button', { name: `Remove the review “${title}”` }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Review' });
    await dialog.getByRole('button', { name: 'Remove Review' }).click();
    await dialog.getByText('Reason is required').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('It is advertising.');
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Remove Review' }).click();
    await page.getByText('Review removed').waitFor();
    await expect.poll(() => item.count()).toBe(0);
    expect(await countOf(resortId)).toEqual({ count: before.count - 1, exact: true });
    const mails = await sql<{ text: string }>(
      inject('databaseUrl'),
      "SELECT text FROM outgoing_mails WHERE to_address = $1 AND template = 'reviewRemoved'",
      [author.email],
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('It is advertising.');
  });

  test('keeps a review, and tells a second administrator that it is decided', async ({
    openPage,
  }) => {
    const { title } = await report();
    const [one, other] = [await openPage(), await openPage({ viewport: phone })];
    for (const page of [one, other]) {
      await signInAsAdmin(page);
      await visit(page, '/admin/moderation');
    }
    const items = [await findReview(one, title), await findReview(other, title)];
    await items[1]?.getByRole('button', { name: /^Keep the review/ }).click();
    const late = other.getByRole('dialog', { name: 'Keep Review' });
    await late.getByRole('button', { name: 'Keep Review' }).waitFor();
    await items[0]?.getByRole('button', { name: /^Keep the review/ }).click();
    const first = one.getByRole('dialog', { name: 'Keep Review' });
    await first.getByRole('button', { name: 'Keep Review' }).click();
    await one.getByText('Review kept').waitFor();
    await expect.poll(() => items[0]?.count()).toBe(0);

    await late.getByRole('button', { name: 'Keep Review' }).click();
    await late.getByText('Someone else has already decided about this review').waitFor();
    await late.getByRole('button', { name: 'Show What Changed' }).click();
    await late.waitFor({ state: 'hidden' });
    const rows = await sql<{ status: string }>(
      inject('databaseUrl'),
      `SELECT review_reports.status FROM review_reports JOIN reviews ON reviews.id = review_id
       WHERE title = $1`,
      [title],
    );
    expect(rows).toEqual([{ status: 'dismissed' }, { status: 'dismissed' }]);
  });

  test('links to listings on hold', async ({ page }) => {
    const { username } = await makeAccount();
    await sql(
      inject('databaseUrl'),
      `INSERT INTO listings (id, resort_id, owner_id, title, description, price_per_night_cents,
         available_from, available_to, contract_verification_status, review_requested_at)
       SELECT gen_random_uuid(), (SELECT id FROM resorts ORDER BY id LIMIT 1), id, $2, 'A week',
         10000, CURRENT_DATE + 2000, CURRENT_DATE + 2007, 'rejected', '2001-01-01'
       FROM users WHERE username = $1`,
      [username, `Refused week of ${username}`],
    );
    await signInAsAdmin(page);
    await visit(page, '/admin/moderation');
    const counts = page.getByRole('list', { name: 'Verification' });
    expect(await counts.getByRole('link', { name: /to verify$/ }).getAttribute('href')).toBe(
      '/admin/verification',
    );
    expect(await counts.getByRole('link', { name: /rejected$/ }).getAttribute('href')).toBe(
      '/admin/verification?status=rejected',
    );
    const held = page.getByRole('list', { name: 'Listings on hold' });
    const link = held.getByRole('link', { name: `Refused week of ${username}` });
    expect(await link.getAttribute('href')).toMatch(/^\/admin\/verification\/[\da-f-]{36}$/);
    await expectNoViolations(page);
  });
});
