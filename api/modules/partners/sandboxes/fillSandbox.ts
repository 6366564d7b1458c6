import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Deps } from '#api/context/context.ts';
import type { Organization, User } from '#api/generated/prisma/client.ts';
import { siteDefaults } from '#api/modules/site/siteSettings.ts';

const mostResorts = 200;

/**
 * Name of the fact that marks a database as the filled sandbox of an organization; its value is the
 * organization's id.
 */
const fact = 'sandbox_of';

export const clockFact = 'sandbox_clock_ahead';

/** Ids of the people in every sandbox, besides the organization's account. */
export const sandboxPeople = {
  traveler: '5a9d0b00-0000-7000-8000-000000000001',
  team: '5a9d0b00-0000-7000-8000-000000000002',
} as const;

/**
 * Fills the sandbox of an organization with its account and a copy of resorts. No data of members
 * is copied, so resorts have no reviews. A filled sandbox only gets the current account. All or
 * nothing, and safe to repeat.
 */
export async function fillSandbox(
  { database: live }: Pick<Deps, 'database'>,
  organizationId: string,
  url: string,
): Promise<void> {
  const organization = await live.prisma.organization.findUniqueOrThrow({
    where: { id: organizationId },
    include: { account: true },
  });
  const client = new pg.Client({ connectionString: url, application_name: 'tideweek sandboxes' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL TIME ZONE 'UTC'`);
    await putPerson(client, { ...organization.account, role: 'user' });
    await putOrganization(client, organization);
    const { rowCount } = await client.query('SELECT FROM installation_facts WHERE key = $1', [
      fact,
    ]);
    if (rowCount === 0) {
      await copyCatalogue(live, client);
      await putPeople(client);
      await putMailServer(client);
      // The copy itself is no event.
      await client.query('DELETE FROM api_events');
      await client.query('INSERT INTO installation_facts (key, value) VALUES ($1, $3), ($2, $4)', [
        fact,
        clockFact,
        organizationId,
        '0',
      ]);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

type Live = Deps['database'];

async function put(
  client: pg.Client,
  table: 'users' | 'organizations',
  row: object,
  changing: string[],
): Promise<void> {
  const columns = Object.keys(row).join(', ');
  const of = (owner: string): string => changing.map((column) => `${owner}.${column}`).join(', ');
  await client.query(
    `INSERT INTO ${table} (${columns})
     SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1)
     ON CONFLICT (id) DO UPDATE SET (${changing.join(', ')}) = ROW (${of('excluded')})
     WHERE (${of(table)}) IS DISTINCT FROM (${of('excluded')})`,
    [JSON.stringify(row)],
  );
}

type Person = Pick<
  User,
  'id' | 'username' | 'email' | 'firstName' | 'lastName' | 'role' | 'emailVerifiedAt' | 'createdAt'
>;

const putPerson = (client: pg.Client, person: Person): Promise<void> =>
  put(
    client,
    'users',
    {
      id: person.id,
      username: person.username,
      email: person.email,
      password_hash: '$argon2id$none',
      first_name: person.firstName,
      last_name: person.lastName,
      role: person.role,
      email_verified_at: person.emailVerifiedAt,
      created_at: person.createdAt,
      updated_at: person.createdAt,
    },
    ['username', 'email', 'first_name', 'last_name', 'email_verified_at'],
  );

/** The organization itself, without its members: `organization` returns it. */
const putOrganization = (client: pg.Client, organization: Organization): Promise<void> => {
  const { id, name, website, purpose, status, version } = organization;
  const told = { name, website, purpose, status, decided_at: organization.decidedAt, version };
  const opened = { account_id: organization.accountId, created_at: organization.createdAt };
  return put(client, 'organizations', { id, ...opened, ...told }, Object.keys(told));
};

async function putPeople(client: pg.Client): Promise<void> {
  const people = [
    { id: sandboxPeople.traveler, name: 'traveler', lastName: 'Traveler', role: 'user' as const },
    { id: sandboxPeople.team, name: 'team', lastName: 'Team', role: 'admin' as const },
  ];
  for (const { id, name, lastName, role } of people) {
    await putPerson(client, {
      id,
      role,
      lastName,
      firstName: 'Test',
      // Unguessable, so that it never collides with the organization's account, which may have any
      // name.
      username: `test${name}${randomBytes(6).toString('hex')}`,
      email: `${name}@sandbox.invalid`,
      emailVerifiedAt: new Date(),
      createdAt: new Date(),
    });
  }
}

/** Mail counts as sent: a sandbox's mailer accepts every message and delivers none. */
async function putMailServer(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO site_settings (id, key, value, updated_at)
     VALUES (gen_random_uuid(), 'smtp_host', 'sandbox.invalid', now()),
       (gen_random_uuid(), 'smtp_from_email', 'mail@sandbox.invalid', now())`,
  );
}

const copied: { table: string; rows: string }[] = [
  { table: 'time_zones', rows: 'TRUE' },
  { table: 'occupancy_taxes', rows: 'TRUE' },
  { table: 'brand_aliases', rows: 'TRUE' },
  { table: 'resorts', rows: 'id IN (SELECT id FROM chosen)' },
  { table: 'resort_seasons', rows: 'resort_id IN (SELECT id FROM chosen)' },
  // Uploaded pictures are in the live storage.
  { table: 'pictures', rows: 'resort_id IN (SELECT id FROM chosen) AND drawing IS NOT NULL' },
  { table: 'site_settings', rows: 'key IN (SELECT key FROM shown) AND NOT is_encrypted' },
];

/** Counters that triggers maintain; they start at zero here. */
const zero = `'{"rating": 0, "rating_sum": 0, "review_count": 0, "available_rentals": 0,
  "is_new_availability": false}'::jsonb`;

async function copyCatalogue(live: Live, client: pg.Client): Promise<void> {
  for (const { table, rows } of copied) {
    const { rows: read } = await live.pool.query<{ row: unknown }>(
      `WITH chosen AS (SELECT id FROM resorts ORDER BY review_count DESC, id DESC LIMIT $1::int),
         shown AS (SELECT unnest($2::text[]) AS key)
       SELECT to_jsonb(${table}) ${table === 'resorts' ? `|| ${zero}` : ''} AS row
       FROM ${table} WHERE ${rows}`,
      [mostResorts, Object.keys(siteDefaults)],
    );
    await client.query(`DELETE FROM ${table}`);
    await client.query(
      `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [JSON.stringify(read.map(({ row }) => row))],
    );
  }
}
