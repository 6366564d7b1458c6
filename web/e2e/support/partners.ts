import { expect, inject } from 'vitest';
import { sql } from './database.ts';
import { addAccount, startSession } from './sessions.ts';

/** Sends an operation; the answer has no errors. */
export async function ask<Data>(
  query: string,
  variables: object,
  headers: Record<string, string>,
): Promise<Data> {
  const answer = await fetch(`${inject('siteUrl')}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as {
    data: Data;
    errors?: unknown;
  };
  expect(errors).toBeUndefined();
  return data;
}

/** Stores an organization, not approved yet, of an account; returns its plain id. */
export async function storeOrganization(username: string): Promise<string> {
  const [organization] = await sql<{ id: string }>(
    inject('databaseUrl'),
    `WITH opened AS (
       INSERT INTO organizations (id, account_id, name, website, purpose)
       SELECT uuidv7(), id, 'Harbour Weeks', 'https://harbour.example', 'A feed'
       FROM users WHERE username = $1 RETURNING id, account_id)
     INSERT INTO organization_members (organization_id, user_id, role)
     SELECT id, account_id, 'owner' FROM opened RETURNING organization_id AS id`,
    [username],
  );
  if (!organization) throw new Error(`There is no account ${username}`);
  return organization.id;
}

/** Opens an organization of a new account; returns the text of a test token that may do everything. */
export async function makeTestToken(username: string): Promise<string> {
  const site = { url: inject('siteUrl'), databaseUrl: inject('databaseUrl') };
  await addAccount(site, {
    username,
    email: `${username}@example.org`,
    password: 'correct horse battery',
    firstName: 'Chana',
    lastName: 'Nel',
  });
  await sql(site.databaseUrl, 'UPDATE users SET email_verified_at = now() WHERE username = $1', [
    username,
  ]);
  const session = await startSession(site, username);
  const cookie = { cookie: `${session.name}=${session.value}` };
  const { openOrganization: opened } = await ask<{
    openOrganization: { organization: { id: string } };
  }>(
    `mutation OpenForToken($input: OpenOrganizationInput!) {
      openOrganization(input: $input) { ... on OpenOrganizationPayload { organization { id } } }
    }`,
    { input: { name: 'Channel', website: 'https://channel.example', purpose: 'Channel manager' } },
    cookie,
  );
  const { createApiToken: made } = await ask<{ createApiToken: { text: string } }>(
    `mutation MakeTestToken($input: CreateApiTokenInput!) {
      createApiToken(input: $input) { ... on CreateApiTokenPayload { text } }
    }`,
    {
      input: {
        organizationId: opened.organization.id,
        name: 'Channel manager',
        mode: 'TEST',
        scopes: [
          'RESORTS_READ',
          'LISTINGS_READ',
          'LISTINGS_WRITE',
          'BOOKINGS_READ',
          'BOOKINGS_WRITE',
          'WEBHOOKS_MANAGE',
        ],
      },
    },
    cookie,
  );
  return made.text;
}
