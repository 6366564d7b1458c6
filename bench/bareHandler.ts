import { createServer } from 'node:http';
import pg from 'pg';

// The queries without the product, for comparison: one prepared statement each, whose JSON is
// sent as PostgreSQL returns it. Reads its environment itself, since the bench starts it as a
// separate program.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
pool.on('error', () => undefined);

const money = (dollars: string): string =>
  `json_build_object('formatted', '$' || to_char(${dollars}, 'FM999,999,999'))`;

const fields = `r.id AS "databaseId", r.name, r.location, r.image_url AS "imageUrl", r.rating,
  r.review_count AS "reviewCount", ${money('r.price_min')} AS "priceMin", ${money('r.price_max')} AS "priceMax",
  (SELECT coalesce(json_agg(v), '[]')
     FROM (SELECT w.rating, w.title, w.content, w.created_at AS "createdAt",
                  u.first_name || ' ' || u.last_name AS author
             FROM reviews AS w JOIN users AS u ON u.id = w.user_id
            WHERE w.resort_id = r.id
            ORDER BY w.created_at DESC, w.id DESC LIMIT 3) AS v) AS reviews`;

const list = {
  name: 'list',
  text: `SELECT coalesce(json_agg(found), '[]')::text AS body
           FROM (SELECT ${fields} FROM resorts AS r WHERE r.rating >= $1::numeric
                  ORDER BY r.rating DESC, r.review_count DESC, r.id DESC LIMIT 12) AS found`,
};

const resort = {
  name: 'resort',
  text: `SELECT row_to_json(found)::text AS body
           FROM (SELECT ${fields} FROM resorts AS r WHERE r.id = $1) AS found`,
};

const statements = {
  '/list?minRating=': list,
  '/resort/': resort,
};

const server = createServer((request, response) => {
  const url = request.url ?? '';
  const [start, statement] =
    Object.entries(statements).find(([beginning]) => url.startsWith(beginning)) ?? [];
  if (start === undefined || statement === undefined) {
    response.writeHead(404).end();
    return;
  }
  const answer = pool.query<{ body: string }>({
    ...statement,
    values: [url.slice(start.length)],
  });
  answer.then(
    ({ rows }) => {
      const body = rows[0]?.body ?? 'null';
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    },
  );
});

server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('ready'));
