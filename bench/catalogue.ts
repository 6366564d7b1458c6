import pg from 'pg';
import { sampleData } from '../api/seed/sampleData.ts';
import { amenities, nouns, places, terms, words } from './vocabulary.ts';

const members = 5_000;
const sessions = 200;

/** Increase it when the generated rows change, so that existing databases are generated again. */
export const catalogueVersion = 6;

/** The id in the cookie of session `number` (0 to 199); the same in every database. */
export const sessionId = (number: number): string =>
  `bench${String(number % sessions).padStart(35, '0')}`;

/**
 * Fills an empty, migrated database with `count` resorts of 3 to 5 reviews and 10 free weeks each.
 * The same count gives the same rows on the same day. Triggers are off; the columns they maintain are computed here with the same
 * functions.
 */
export async function fillCatalogue(
  url: string,
  count: number,
  say: (line: string) => void,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2, options: loadingOptions });
  // An idle connection may still be closing when the server stops.
  pool.on('error', () => undefined);
  try {
    await pool.query(sources);
    await fillSources(pool);
    const indexes = await dropIndexes(pool);

    say('  members and resorts');
    await pool.query(membersSql, [members, sessions]);
    await inHalves(count, (from, to) =>
      pool.query(resortsSql, [from, to, Math.ceil(count / 2), terms.one]),
    );
    say('  reviews');
    await inHalves(count, (from, to) => pool.query(reviewsSql, [from, to, members]));
    say('  weeks');
    await inHalves(count, (from, to) => pool.query(listingsSql, [from, to, members]));
    await pool.query(taxesSql);
    await pool.query(freeStretchesSql);
    await pool.query(searchWordsSql);
    say('  indexes');
    await inTurn(indexes, 2, (definition) => pool.query(definition));
    await pool.query('DROP SCHEMA bench CASCADE');
    await inTurn([...bigTables, 'users', 'sessions', 'search_words'], 2, (table) =>
      pool.query(`VACUUM (ANALYZE, FREEZE) ${table}`),
    );
    await pool.query('CHECKPOINT');
  } finally {
    await pool.end();
  }
}

const bigTables = ['resorts', 'reviews', 'listings', 'free_stretches'];

const loadingOptions = [
  'session_replication_role=replica',
  'synchronous_commit=off',
  'maintenance_work_mem=256MB',
  'work_mem=64MB',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

async function inHalves(
  count: number,
  load: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  const middle = Math.floor(count / 2);
  await Promise.all([load(1, middle), load(middle + 1, count)]);
}

async function inTurn<Item>(
  items: Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function dropIndexes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `
    SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
      FROM pg_index
     WHERE indrelid = ANY ($1::regclass[])
       AND NOT indisprimary AND NOT indisunique AND NOT indisexclusion
     ORDER BY indrelid`,
    [bigTables],
  );
  for (const { name } of rows) {
    await pool.query(`DROP INDEX ${name}`);
  }
  return rows.map((row) => row.definition);
}

async function fillSources(pool: pg.Pool): Promise<void> {
  const sample = sampleData('2026-01-01');
  const list = (name: string, values: readonly string[]): Promise<unknown> =>
    pool.query(
      `INSERT INTO bench.${name} SELECT place - 1, text FROM unnest($1::text[]) WITH ORDINALITY AS t(text, place)`,
      [values],
    );
  await list('words', words);
  await list('nouns', nouns);
  await list('brands', [...new Set(sample.resorts.map((resort) => resort.brand))].sort());
  await list('descriptions', [...new Set(sample.resorts.map((resort) => resort.description))]);
  await list('titles', [...new Set(sample.reviews.map((review) => review.title))]);
  await list('contents', [...new Set(sample.reviews.map((review) => review.content))]);
  await list('first_names', [...new Set(sample.users.map((user) => user.firstName))]);
  await list('last_names', [...new Set(sample.users.map((user) => user.lastName))]);
  await list(
    'amenities',
    amenities.map(([name]) => name),
  );
  await pool.query(
    'UPDATE bench.amenities SET share = given FROM unnest($1::int[]) WITH ORDINALITY AS t(given, place) WHERE number = place - 1',
    [amenities.map(([, share]) => share)],
  );
  // One row per percent of the resorts.
  await pool.query(
    `INSERT INTO bench.places
     SELECT row_number() OVER () - 1, city, region, country, destination, price_from, price_to
       FROM jsonb_to_recordset($1) AS t(city text, region text, country text, destination text, share int, price_from int, price_to int),
            generate_series(1, share)`,
    [
      JSON.stringify(
        places.map(({ prices: [price_from, price_to], ...place }) => ({
          ...place,
          price_from,
          price_to,
        })),
      ),
    ],
  );
  await pool.query(
    'INSERT INTO brand_aliases (alias, brand) SELECT * FROM unnest($1::citext[], $2::text[])',
    [sample.brandAliases.map(({ alias }) => alias), sample.brandAliases.map(({ brand }) => brand)],
  );
}

const listTables = [
  'words',
  'nouns',
  'brands',
  'descriptions',
  'titles',
  'contents',
  'first_names',
  'last_names',
];

/** Lists to choose from, and functions that choose by the number of the row only. */
const sources = `
  CREATE SCHEMA bench;
  ${listTables
    .map((name) => `CREATE UNLOGGED TABLE bench.${name} (number int PRIMARY KEY, text text);`)
    .join('\n')}
  CREATE UNLOGGED TABLE bench.amenities (number int PRIMARY KEY, text text, share int);
  CREATE UNLOGGED TABLE bench.places (
    number int PRIMARY KEY, city text, region text, country text, destination text,
    price_from int, price_to int);

  -- 0 up to, not including, 2^31; the salt gives independent choices for one row.
  CREATE FUNCTION bench.chance(number bigint, salt int) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT hashint8extended(number, salt) & 2147483647 $$;

  -- Of 0 to size - 1, the small ones more often, as words in names are.
  CREATE FUNCTION bench.skewed(number bigint, salt int, size bigint) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT floor(size * (bench.chance(number, salt) / 2147483648.0) ^ 2)::int $$;

  CREATE FUNCTION bench.stars(resort bigint, review int) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (ARRAY[5, 5, 4, 4, 3, 5, 4, 2])[1 + bench.chance(resort * 8 + review, 20) % 8] $$;

  CREATE FUNCTION bench.reviews(resort bigint) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT 3 + (bench.chance(resort, 21) % 3)::int $$;

  -- Shaped as version 7: a millisecond, then what tells rows of one millisecond apart.
  CREATE FUNCTION bench.id(number bigint, kind text) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (lpad(to_hex(1735689600000 + number * 1000), 12, '0') || '7' || substr(hash, 1, 3)
                || '8' || substr(hash, 4, 15))::uuid
          FROM (SELECT md5(kind || number)) AS t(hash) $$;
`;

const membersSql = `
  WITH made AS (
    INSERT INTO users (id, username, email, password_hash, first_name, last_name, search_text, created_at)
    SELECT bench.id(i, 'user'), 'member-' || i, 'member-' || i || '@example.com', '$argon2id$none',
           f.text, l.text, user_search_text(f.text, l.text, ('member-' || i)::citext, ('member-' || i || '@example.com')::citext),
           timestamptz '2025-01-01' + i * interval '1 hour'
      FROM generate_series(1, $1::int) AS i
      JOIN bench.first_names AS f ON f.number = i % (SELECT count(*) FROM bench.first_names)
      JOIN bench.last_names AS l ON l.number = i / 7 % (SELECT count(*) FROM bench.last_names)
    RETURNING id, username)
  INSERT INTO sessions (id, user_id, created_at, expires_at)
  SELECT encode(sha256(convert_to('bench' || lpad(i::text, 35, '0'), 'UTF8')), 'hex'),
         bench.id(i + 1, 'user'),
         -- A database is kept for longer than a session lasts.
         now() + interval '10 years' - interval '2160 hours', now() + interval '10 years'
    FROM generate_series(0, $2::int - 1) AS i`;

const resortsSql = `
  INSERT INTO resorts (
    id, slug, name, brand, city, region, country, location, destination, description, image_url,
    amenities, rating, rating_sum, review_count, available_rentals, price_min, price_max,
    is_new_availability, latitude, longitude, timezone, search_vector, created_at, updated_at)
  SELECT bench.id(i, 'resort'),
         regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g') || '-' || i,
         name, b.text, p.city, p.region, p.country, p.city || ', ' || p.region, p.destination,
         d.text, '/pictures/bench.svg', offered.list,
         round(stars::numeric / reviews, 2), stars, reviews, bench.chance(i, 12) % 9,
         price, price + 40 + bench.chance(i, 13) % 300, bench.chance(i, 14) % 50 = 0,
         bench.chance(i, 15) % 120 - 60, bench.chance(i, 16) % 360 - 180, 'Etc/UTC',
         resort_search_vector(name, b.text,
           concat_ws(' ', p.city || ', ' || p.region, p.city, p.region, p.country, p.destination),
           offered.list)
           || resort_places(p.city || ', ' || p.region, p.city, p.region, p.country, p.destination,
                bench.chance(i, 15) % 120 - 60, bench.chance(i, 16) % 360 - 180),
         created, created
    FROM generate_series($1::bigint, $2::bigint) AS i
    CROSS JOIN LATERAL (
      SELECT timestamptz '2025-01-01' + i * interval '1 second' AS created,
             bench.reviews(i) AS reviews,
             (SELECT sum(bench.stars(i, k)) FROM generate_series(1, bench.reviews(i)) AS k)::int AS stars
    ) AS counted
    JOIN bench.places AS p
      ON p.number = bench.chance(i, 1) % (SELECT count(*) FROM bench.places)
    JOIN bench.brands AS b
      ON b.number = bench.skewed(i, 2, (SELECT count(*) FROM bench.brands))
    JOIN bench.descriptions AS d
      ON d.number = bench.chance(i, 3) % (SELECT count(*) FROM bench.descriptions)
    JOIN bench.words AS w
      ON w.number = bench.skewed(i, 4, (SELECT count(*) FROM bench.words))
    JOIN bench.words AS x
      ON x.number = bench.skewed(i, 5, (SELECT count(*) FROM bench.words))
    JOIN bench.nouns AS n
      ON n.number = bench.skewed(i, 6, (SELECT count(*) FROM bench.nouns))
    CROSS JOIN LATERAL (
      SELECT p.price_from + bench.skewed(i, 7, p.price_to - p.price_from) AS price,
             CASE WHEN i = $3 THEN $4 || ' ' || n.text
                  ELSE CASE bench.chance(i, 8) % 4
                       WHEN 0 THEN w.text || ' ' || n.text
                       WHEN 1 THEN 'The ' || w.text || ' at ' || p.city
                       WHEN 2 THEN p.city || ' ' || w.text || ' ' || n.text
                       ELSE w.text || '''s ' || x.text || ' ' || n.text END END AS name
    ) AS named
    CROSS JOIN LATERAL (
      SELECT array_agg(a.text ORDER BY a.number) AS list
        FROM bench.amenities AS a
       WHERE bench.chance(i, 30 + a.number) % 100 < a.share
    ) AS offered
   ORDER BY i`;

const reviewsSql = `
  INSERT INTO reviews (id, resort_id, user_id, rating, title, content, created_at, updated_at)
  SELECT bench.id(i * 8 + k, 'review'), bench.id(i, 'resort'),
         bench.id(1 + (bench.chance(i, 22) + k * 7) % $3::int, 'user'), bench.stars(i, k),
         t.text, c.text, created, created
    FROM generate_series($1::bigint, $2::bigint) AS i
    CROSS JOIN LATERAL generate_series(1, bench.reviews(i)) AS k
    CROSS JOIN LATERAL (
      SELECT timestamptz '2025-06-01' + bench.chance(i * 8 + k, 23) % 31536000 * interval '1 second'
    ) AS dated(created)
    JOIN bench.titles AS t
      ON t.number = bench.chance(i * 8 + k, 24) % (SELECT count(*) FROM bench.titles)
    JOIN bench.contents AS c
      ON c.number = bench.chance(i * 8 + k, 25) % (SELECT count(*) FROM bench.contents)
   ORDER BY i, k`;

// Of ten listings, nine are a week from Saturday to Saturday, and one is four weeks. Of ten, three
// can only be booked as a whole, and one in parts of three nights or more.
const listingsSql = `
  INSERT INTO listings (
    id, resort_id, owner_id, title, description, price_per_night_cents, cleaning_fee_cents, available_from,
    available_to, min_nights, max_guests, bedrooms, is_active, on_offer, contract_verification_status, ownership_verified,
    created_at, updated_at)
  SELECT bench.id(week, 'listing'), bench.id(i, 'resort'),
         bench.id(1 + bench.chance(week, 60) % $3::int, 'user'), 'Week ' || k, d.text,
         100 * (60 + bench.skewed(week, 61, 540)), 500 * (bench.chance(week, 68) % 40)::int, starts_on,
         starts_on + CASE bench.chance(week, 62) % 10 WHEN 0 THEN 28 ELSE 7 END,
         (ARRAY[NULL, NULL, NULL, 3, 1, 1, 1, 1, 1, 1])[1 + bench.chance(week, 67) % 10],
         2 + 2 * (bench.chance(week, 63) % 4)::int, (bench.chance(week, 64) % 4)::int,
         TRUE, TRUE, 'verified', TRUE, created, created
    FROM generate_series($1::bigint, $2::bigint) AS i
    CROSS JOIN generate_series(1, 10) AS k
    CROSS JOIN LATERAL (
      SELECT i * 16 + k AS week, timestamptz '2025-06-01' + (i * 16 + k) * interval '1 second' AS created,
             date_trunc('week', CURRENT_DATE)::date + 12 + 7 * (bench.chance(i * 16 + k, 65) % 78)::int AS starts_on
    ) AS numbered
    JOIN bench.descriptions AS d
      ON d.number = bench.chance(week, 66) % (SELECT count(*) FROM bench.descriptions)
   ORDER BY week`;

const taxesSql = `
  INSERT INTO occupancy_taxes (destination, rate_bps)
  SELECT destination, 100 * (row_number() OVER (ORDER BY destination) % 15)
    FROM (SELECT DISTINCT destination FROM resorts) AS destinations
  ON CONFLICT DO NOTHING`;

const freeStretchesSql = `
  INSERT INTO free_stretches (
    listing_id, starts_on, ends_on, min_nights, resort_id, price_per_night_cents, cleaning_fee_cents,
    currency, max_guests, bedrooms, is_instant, resort_destination, tax_bps, service_fee_bps, week_total_cents)
  SELECT listings.id, available_from, available_to, fewest, resort_id, price_per_night_cents,
         cleaning_fee_cents, currency, max_guests, bedrooms, is_instant, destination, tax.rate_bps,
         service_fee.rate_bps,
         stay_total_cents(
           greatest(7, fewest), price_per_night_cents, cleaning_fee_cents, tax.rate_bps,
           service_fee.rate_bps)
    FROM listings JOIN resorts ON resorts.id = resort_id
    JOIN occupancy_taxes AS tax USING (destination) CROSS JOIN service_fee
    CROSS JOIN LATERAL shortest_stay(min_nights, available_from, available_to) AS fewest`;

// Split at spaces first: folding the distinct words is much faster than folding every text.
const searchWordsSql = `
  INSERT INTO search_words (word)
  SELECT DISTINCT word
    FROM (SELECT DISTINCT raw
            FROM resorts, string_to_table(
                   concat_ws(' ', name, brand, location, city, region, country, destination,
                             array_to_string(amenities, ' ')), ' ') AS raw) AS raws,
         regexp_split_to_table(search_fold(raw), '[^a-z0-9]+') AS word
   WHERE length(word) BETWEEN 2 AND 40
   ORDER BY word
  ON CONFLICT DO NOTHING`;
