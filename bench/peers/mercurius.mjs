import Fastify from 'fastify';
import mercurius from 'mercurius';
import pg from 'pg';

// A plain GraphQL server by mercurius on Fastify, for comparison: compiled documents, and loaders of
// one prepared statement each. No authorization, limits, request ids or metrics.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pool.on('error', () => undefined);

const statement = (name, text) => async (values) => (await pool.query({ name, text, values })).rows;

const columns = `id AS "databaseId", name, location, image_url AS "imageUrl",
  rating::float8 AS rating, review_count AS "reviewCount",
  '$' || to_char(price_min, 'FM999,999,999') AS "priceMin",
  '$' || to_char(price_max, 'FM999,999,999') AS "priceMax"`;

const listOfResorts = statement(
  'list',
  `SELECT ${columns} FROM resorts WHERE resorts.rating >= $1::numeric
    ORDER BY resorts.rating DESC, review_count DESC, id DESC LIMIT $2`,
);
const oneResort = statement('resort', `SELECT ${columns} FROM resorts WHERE id = $1`);
const reviewsOfResorts = statement(
  'reviews',
  `SELECT asked.id AS "resortId", review.* FROM unnest($1::uuid[]) AS asked (id)
    CROSS JOIN LATERAL (
      SELECT user_id AS "userId", rating, title, content, created_at AS "createdAt"
        FROM reviews WHERE resort_id = asked.id
       ORDER BY created_at DESC, id DESC LIMIT $2) AS review`,
);
const authors = statement(
  'authors',
  `SELECT id, first_name || ' ' || last_name AS name FROM users WHERE id = ANY ($1::uuid[])`,
);

const schema = `
  scalar DateTime
  enum ResortSort { HIGHEST_RATED }
  input ResortFilter { minRating: Float }
  type Query {
    resorts(filter: ResortFilter, sort: ResortSort!, first: Int!): ResortConnection!
    resort(id: ID!): Resort
  }
  type ResortConnection { edges: [ResortEdge!]! }
  type ResortEdge { node: Resort! }
  type Resort {
    databaseId: ID!
    name: String!
    location: String!
    imageUrl: String!
    rating: Float!
    reviewCount: Int!
    priceMin: Money!
    priceMax: Money!
    reviews(first: Int!): ReviewConnection!
  }
  type Money { formatted: String! }
  type ReviewConnection { edges: [ReviewEdge!]! }
  type ReviewEdge { node: Review! }
  type Review { rating: Int! title: String! content: String! createdAt: DateTime! author: Author! }
  type Author { name: String! }
`;

const asConnection = (nodes) => ({ edges: nodes.map((node) => ({ node })) });

const resolvers = {
  Query: {
    resorts: async (_root, { filter, first }) =>
      asConnection(await listOfResorts([filter?.minRating ?? 0, first])),
    resort: async (_root, { id }) => (await oneResort([id]))[0],
  },
  Resort: {
    priceMin: ({ priceMin }) => ({ formatted: priceMin }),
    priceMax: ({ priceMax }) => ({ formatted: priceMax }),
  },
};

const loaders = {
  Resort: {
    async reviews(asked) {
      const found = new Map(asked.map(({ obj }) => [obj.databaseId, []]));
      for (const row of await reviewsOfResorts([[...found.keys()], asked[0].params.first])) {
        found.get(row.resortId).push(row);
      }
      return asked.map(({ obj }) => asConnection(found.get(obj.databaseId)));
    },
  },
  Review: {
    async author(asked) {
      const ids = [...new Set(asked.map(({ obj }) => obj.userId))];
      const found = new Map((await authors([ids])).map((author) => [author.id, author]));
      return asked.map(({ obj }) => found.get(obj.userId));
    },
  },
};

const app = Fastify();
await app.register(mercurius, { schema, resolvers, loaders, jit: 1 });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('ready');
