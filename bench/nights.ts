import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../api/platform/database/migrations.ts';
import { startEmbeddedPostgres } from '../api/platform/postgres/embedded.ts';
import type { Table } from './table.ts';

const connections = 16;
const listings = 200;
/** Attempts per statement, all for one listing. */
const atOnce = 50;

/**
 * Books random nights of a few listings over many connections, and frees some of them, with only
 * the database's constraints. Then counts nights that were sold twice.
 */
export async function attemptNights(attempts: number): Promise<Table> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tideweek-nights-'));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const server = await startEmbeddedPostgres({ dataDir, log });
  const pool = new pg.Pool({ connectionString: server.url, max: connections });
  pool.on('error', () => undefined);
  try {
    await migrate(server.url);
    await pool.query(placesSql);
    const ids = (await pool.query<{ id: string }>('SELECT id FROM listings')).rows;
    let left = Math.ceil(attempts / atOnce);
    let cancelled = 0;
    const made = left * atOnce;
    const began = performance.now();
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (left > 0) {
          left -= 1;
          const listing = ids[randomInt(ids.length)]?.id;
          await pool.query(takeSql, [listing, atOnce]);
          if (left % 20 === 0) {
            cancelled += (await pool.query(freeSql, [listing])).rowCount ?? 0;
          }
        }
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const counted = await pool.query<{ booked: number; overlaps: number }>(countSql);
    const { booked = 0, overlaps = 0 } = counted.rows[0] ?? {};
    return {
      title: 'Nights taken from 16 connections, past all code but the constraint',
      columns: ['attempts', 'booked', 'cancelled', 'overlaps', 'attempts/s'],
      rows: [[made, booked, cancelled, overlaps, made / seconds]],
    };
  } finally {
    await pool.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const placesSql = `
  INSERT INTO resorts (id, slug, name, brand, location, destination, description, image_url)
    VALUES (gen_random_uuid(), 'r', 'R', 'B', 'L', 'D', 'd', '/r.jpg');
  INSERT INTO users (id, username, email, password_hash, first_name, last_name)
    SELECT gen_random_uuid(), name, name || '@example.org', '$argon2id$v=19$m=19456,t=2,p=1$YmVuY2g$YmVuY2g', 'A', 'B' FROM unnest(ARRAY['owner', 'guest']) AS name;
  INSERT INTO listings (id, resort_id, owner_id, title, description, price_per_night_cents,
                        available_from, available_to, contract_verification_status)
    SELECT gen_random_uuid(), resorts.id, users.id, 'A week', 'd', 10000, current_date + 10, current_date + 70, 'verified'
    FROM resorts, users, generate_series(1, ${listings}) WHERE username = 'owner'`;

const takeSql = `
  INSERT INTO bookings (id, resort_id, listing_id, user_id, check_in, check_out, guests, total_price_cents, status)
    SELECT gen_random_uuid(), resort_id, listings.id, users.id, available_from + night,
           available_from + night + length, 2, 0,
           (ARRAY['held', 'pending', 'confirmed', 'certified'])[1 + floor(random() * 4)::int]::"BookingStatus"
    FROM listings, users, generate_series(1, $2),
         LATERAL (SELECT floor(random() * 53)::int AS night, 1 + floor(random() * 7)::int AS length, generate_series) AS stay
    WHERE listings.id = $1 AND username = 'guest'
  ON CONFLICT DO NOTHING`;

// The listing is locked first, as lock_booking does.
const freeSql = `
  WITH listing AS MATERIALIZED (SELECT id FROM listings WHERE id = $1 FOR NO KEY UPDATE)
  UPDATE bookings SET status = 'cancelled'
  FROM listing WHERE listing_id = listing.id AND takes_nights(status) AND random() < 0.5`;

const countSql = `
  SELECT (SELECT count(*)::int FROM bookings) AS booked, count(*)::int AS overlaps
  FROM bookings AS one JOIN bookings AS other
    ON other.listing_id = one.listing_id AND other.id > one.id
      AND daterange(other.check_in, other.check_out) && daterange(one.check_in, one.check_out)
  WHERE takes_nights(one.status) AND takes_nights(other.status)`;
