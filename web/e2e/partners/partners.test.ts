import { expect, inject } from 'vitest';
import { expectSound } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  heading,
  phone,
  signInAsAdmin,
  signUp,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';
import { makeTestToken, storeOrganization } from '../support/partners.ts';

/** What a program gets that sends this token. */
async function call(token: string): Promise<{ status: number; body: string }> {
  const answer = await fetch(`${siteUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      query: 'query FirstCall { resorts(first: 1) { edges { node { name } } } }',
    }),
  });
  return { status: answer.status, body: await answer.text() };
}

test('A member opens an organization, is approved, and makes, uses and revokes a token', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: phone });
  const account = await signUp(page);
  await sql(
    inject('databaseUrl'),
    `UPDATE users SET email_verified_at = now() WHERE username = $1`,
    [account.username],
  );
  const name = `Harbour ${account.username}`;
  await visit(page, '/organizations');
  await page.getByRole('button', { name: 'Open an Organization' }).click();
  const opening = page.getByRole('dialog', { name: 'Open an organization' });
  await opening.getByRole('button', { name: 'Open Organization' }).click();
  await opening.getByText('Website is required').waitFor();
  await opening.getByLabel('Name').fill(name);
  await opening.getByLabel('Website').fill('https://harbour.example');
  await opening.getByLabel('Purpose').fill('A channel manager');
  await opening.getByRole('button', { name: 'Open Organization' }).click();
  await heading(page, name, 1).waitFor();
  await heading(page, 'Waiting for approval', 2).waitFor();
  await expectSound(page);

  await page.getByRole('link', { name: 'Tokens' }).click();
  await page.getByRole('button', { name: 'Make a Token' }).click();
  const making = page.getByRole('dialog', { name: 'Make a token' });
  expect(await making.getByLabel('Live data').isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await making.waitFor({ state: 'detached' });

  const team = await openPage();
  await signInAsAdmin(team);
  await visit(team, '/admin/organizations?filter=pending');
  await team.getByRole('button', { name: `Approve ${name}` }).click();
  const deciding = team.getByRole('dialog', { name: 'Approve this organization?' });
  await deciding.getByText('A channel manager').waitFor();
  await expectSound(team, '[role=dialog]');
  await deciding.getByRole('button', { name: 'Approve Organization' }).click();
  await team.getByText('Organization approved').waitFor();
  await team.getByRole('button', { name: `Approve ${name}` }).waitFor({ state: 'detached' });

  await visit(page, new URL(page.url()).pathname);
  await page.getByText('Approved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Make a Token' }).click();
  await making.getByRole('textbox', { name: 'Name' }).fill('Channel manager');
  await making.getByLabel('Live data').check();
  await expectSound(page, '[role=dialog]');
  await making.getByRole('button', { name: 'Make Token' }).click();
  const token = await making.getByLabel('Your token').inputValue();
  expect(token).toMatch(/^tw_live_[0-9A-Za-z]{38}$/);
  await expectSound(page, '[role=dialog]');
  await making.getByRole('button', { name: 'Done' }).click();
  await making.waitFor({ state: 'detached' });
  const row = page.getByRole('listitem').filter({ hasText: 'Channel manager' });
  await row.getByText('Never used').waitFor();
  expect(await page.content()).not.toContain(token);

  const answer = await call(token);
  expect(answer.status, answer.body).toBe(200);
  expect(answer.body).toContain('"name"');

  await row.getByRole('button', { name: 'Revoke Channel manager' }).click();
  const revoking = page.getByRole('dialog', { name: 'Revoke this token?' });
  await revoking.getByRole('button', { name: 'Revoke Token' }).click();
  await row.getByText('Revoked', { exact: true }).waitFor();
  expect((await call(token)).status).toBe(401);

  await page.getByRole('link', { name: 'Usage' }).click();
  await heading(page, 'Calls by day', 2).waitFor();
  await expectSound(page);
});

test('A colleague is invited, signs in on the way, joins and leaves', async ({ openPage }) => {
  const page = await openPage({ viewport: phone });
  const owner = await signUp(page);
  const organizationId = await storeOrganization(owner.username);
  await visit(page, `/organizations/${organizationId}`);
  await page.getByRole('button', { name: 'Invite a Colleague' }).click();
  const inviting = page.getByRole('dialog', { name: 'Invite a colleague' });
  await inviting.getByLabel('Email').fill('colleague@example.org');
  await inviting.getByLabel('Viewer').check();
  await inviting.getByRole('button', { name: 'Send Invitation' }).click();
  const invited = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
  await invited.getByText('colleague@example.org').waitFor();
  const [mail] = await sql<{ text: string }>(
    inject('databaseUrl'),
    `SELECT text FROM outgoing_mails WHERE to_address = 'colleague@example.org'`,
  );
  const link = /\/organizations\/join\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';

  const theirs = await openPage({ viewport: phone });
  await visit(theirs, link);
  await heading(theirs, 'You are invited', 1).waitFor();
  expect(theirs.url()).toBe(`${siteUrl}/organizations/join`);
  await expectSound(theirs);
  await signUp(theirs);
  await visit(theirs, '/organizations/join');
  await theirs.getByRole('button', { name: 'Accept Invitation' }).click();
  await heading(theirs, 'Harbour Weeks', 1).waitFor();
  expect(await theirs.getByRole('button', { name: 'Invite a Colleague' }).count()).toBe(0);

  await visit(theirs, link);
  await theirs.getByRole('button', { name: 'Accept Invitation' }).click();
  await heading(theirs, 'This invitation does not work', 1).waitFor();
  await theirs.getByRole('link', { name: 'Your Organizations' }).click();
  await theirs.getByRole('link', { name: 'Harbour Weeks' }).click();
  await theirs.getByRole('button', { name: 'Leave the organization' }).click();
  await theirs.getByRole('button', { name: 'Leave Organization' }).click();
  await heading(theirs, 'Build on your weeks', 2).waitFor();
});

test('The developer pages are found, searched and linked without signing in', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: phone });
  await visit(page, '/developers');
  await heading(page, 'Developers', 1).waitFor();
  await page.getByRole('tabpanel', { name: 'curl' }).getByText(`${siteUrl}/graphql`).waitFor();
  await page.getByRole('tab', { name: 'Python' }).first().click();
  await page.getByText('import json, os').waitFor();
  await visit(page, '/developers#errors');
  await page.getByText('import json, os').waitFor();
  expect(await heading(page, 'Errors', 2).evaluate(isInView)).toBe(true);
  await page.getByRole('button', { name: 'On this page' }).click();
  await page.getByRole('navigation', { name: 'On this page' }).getByText('Limits').click();
  await page.getByRole('link', { name: 'Limits', exact: true }).waitFor({ state: 'hidden' });
  expect(await heading(page, 'Limits', 2).evaluate(isInView)).toBe(true);
  await page.getByRole('searchbox', { name: 'Search the developer pages' }).fill('withdrawListing');
  await page
    .getByRole('list', { name: 'Found' })
    .getByRole('link', { name: 'withdrawListing (mutation)' })
    .click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#mutation-withdrawListing');
  await page.getByRole('button', { name: 'Check Now' }).click();
  await page.getByText('The API is up.').waitFor();

  const sdl = await fetch(`${siteUrl}/developers/schema.graphql`);
  expect(await sdl.text()).toContain('type Query {');
  const json = (await (await fetch(`${siteUrl}/developers/schema.json`)).json()) as {
    data: { __schema: object };
  };
  expect(json.data.__schema).toHaveProperty('types');
  const client = await fetch(`${siteUrl}/developers/tideweek-client.tar.gz`);
  const [one, two] = new Uint8Array(await client.arrayBuffer());
  expect([client.status, one, two], 'a file of gzip').toEqual([200, 0x1f, 0x8b]);
  const summary = await (await fetch(`${siteUrl}/llms.txt`)).text();
  expect(summary).toContain('/developers#query-resorts');
  for (const file of ['/developers.md', '/developers/openapi.json']) {
    expect(summary).toContain(`(${file})`);
    expect((await fetch(`${siteUrl}${file}`)).status, file).toBe(200);
  }
  const text = await (await fetch(`${siteUrl}/developers.md`)).text();
  expect(text).toContain('\n## Tokens\n');
  expect(text, 'what the page leaves out').not.toContain('\n## Escrow\n');
});

test('An example of the developer pages runs in the editor with the token pasted there', async ({
  openPage,
  allowProblem,
}) => {
  const page = await openPage();
  const token = await makeTestToken(`editor${process.pid}`);
  await visit(page, '/developers#query-resort');
  await page.getByRole('link', { name: 'Run resort in the editor' }).click();
  const field = page.getByLabel('Token');
  const editor = page.frameLocator('iframe');
  const answer = editor.getByRole('region', { name: 'Result Window' });

  allowProblem(/401/);
  await field.fill('tw_test_wrong');
  await editor.getByRole('button', { name: 'Execute query' }).click();
  await answer.getByText('This is not a token of Tideweek').waitFor();

  await field.fill(token);
  const sent = page.waitForResponse(
    (response) => response.request().postData()?.includes('query Resort(') ?? false,
  );
  await editor.getByRole('button', { name: 'Execute query' }).click();
  const response = await sent;
  expect(await response.request().headerValue('authorization')).toBe(`Bearer ${token}`);
  expect(await response.request().headerValue('cookie')).toBeNull();
  await answer.getByText('"amenities"').waitFor();

  expect(page.url()).not.toContain('tw_test_');
  await page.reload();
  await editor.getByRole('button', { name: 'Execute query' }).waitFor();
  await editor.getByText('query Resort').first().waitFor();
  expect(await page.getByLabel('Token').inputValue()).toBe('');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toContain('tw_test_');
});

const isInView = (element: Element): boolean => {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < window.innerHeight;
};
