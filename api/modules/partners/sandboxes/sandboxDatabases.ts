import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Log } from '#api/platform/process/log.ts';
import { UnavailableError } from '#api/platform/errors.ts';
import { migrate } from '#api/platform/database/migrations.ts';

/** Bytes; PostgreSQL cuts off longer names. */
const longestName = 63;

const suffix = '_sandbox_';

/** First half of the lock keys; the second half is a hash of the database name. */
const lockClass = 0x7361_6e64;

export function createSandboxDatabases(liveUrl: string, log: Log) {
  const live = decodeURIComponent(new URL(liveUrl).pathname.slice(1));
  const prefix = prefixOf(live);
  const template = `${prefix}_sandbox`;
  const nameOf = (organizationId: string): string =>
    `${prefix}${suffix}${organizationId.replaceAll('-', '')}`;
  let isTold = false;

  return {
    /**
     * Returns the URL of an organization's database, which is created and migrated if needed. Repairs
     * the remains of a killed process; concurrent processes wait for each other.
     * @param fill runs on a database that may not be filled yet, before any other process gets it
     * @param beforeCreating runs before a database is created; if it rejects, none is created
     * @throws {UnavailableError} if this installation may not create databases
     */
    async provide(
      organizationId: string,
      fill: (url: string) => Promise<void>,
      beforeCreating?: () => Promise<void>,
    ): Promise<string> {
      const name = nameOf(organizationId);
      const url = urlOf(liveUrl, name);
      try {
        await connected(liveUrl, (client) =>
          locked(client, name, async () => {
            if (!(await exists(client, name))) {
              await beforeCreating?.();
              await create(client, { liveUrl, template, name });
            }
            await migrate(url);
            await fill(url);
          }),
        );
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) {
          if (!isTold) {
            isTold = true;
            log.error({ err: error }, 'test mode needs a database user that may create databases');
          }
          throw new UnavailableError('Test mode is not available on this installation', 3_600);
        }
        throw error;
      }
      return url;
    },

    drop: (organizationId: string): Promise<void> =>
      connected(liveUrl, (client) =>
        locked(client, nameOf(organizationId), async () => {
          const name = client.escapeIdentifier(nameOf(organizationId));
          await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        }),
      ),

    list: (): Promise<string[]> =>
      connected(liveUrl, async (client) => {
        const { rows } = await client.query<{ datname: string }>(
          'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
          [prefix + suffix],
        );
        return rows
          .map(({ datname }) => datname.slice(prefix.length + suffix.length))
          .filter((hex) => /^[0-9a-f]{32}$/.test(hex))
          .map((hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
      }),
  };
}

async function create(
  client: pg.Client,
  { liveUrl, template, name }: { liveUrl: string; template: string; name: string },
): Promise<void> {
  const quoted = client.escapeIdentifier(template);
  const makeTemplate = async (): Promise<void> => {
    if (!(await exists(client, template))) {
      await client.query(`CREATE DATABASE ${quoted}`);
    }
    await migrate(urlOf(liveUrl, template));
  };
  // PostgreSQL copies a template only while nobody is connected to it.
  await locked(client, template, async () => {
    try {
      await makeTemplate();
    } catch {
      // The template holds no data: if it can't be migrated, it is recreated.
      await client.query(`DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`);
      await makeTemplate();
    }
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE ${quoted}`);
  });
}

const insufficientPrivilege = '42501';

/** The name of the live database, shortened to leave room for an organization's id. */
function prefixOf(live: string): string {
  const room = longestName - suffix.length - 32;
  if (Buffer.byteLength(live) <= room) {
    return live;
  }
  return `sandboxes_${createHash('sha256')
    .update(live)
    .digest('hex')
    .slice(0, room - 10)}`;
}

function urlOf(liveUrl: string, name: string): string {
  const url = new URL(liveUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Runs the work on a connection without time limits, since copying a database is slow. */
async function connected<Value>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    application_name: 'tideweek sandboxes',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function locked<Value>(
  client: pg.Client,
  name: string,
  work: () => Promise<Value>,
): Promise<Value> {
  await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [lockClass, name]);
  try {
    return await work();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [lockClass, name]);
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ isWhole: boolean }>(
    'SELECT datconnlimit <> -2 AS "isWhole" FROM pg_database WHERE datname = $1',
    [name],
  );
  if (rows[0]?.isWhole === false) {
    await client.query(`DROP DATABASE ${client.escapeIdentifier(name)}`);
    return false;
  }
  return rows.length > 0;
}
