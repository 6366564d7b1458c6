import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { TYPES } from 'postgraphile/@dataplan/pg';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { addPgTableCondition } from 'postgraphile/utils';

// The API that PostGraphile derives from the database, for comparison, with a pool of the same
// size. It may sort by every column; the list has the same condition as ours.
const minRating = addPgTableCondition(
  { schemaName: 'public', tableName: 'resorts' },
  'minRating',
  ({ graphql }) => ({ type: graphql.GraphQLFloat }),
  (value, { sql, sqlTableAlias, sqlValueWithCodec }) =>
    sql`${sqlTableAlias}.rating >= ${sqlValueWithCodec(value, TYPES.numeric)}`,
);

const server = createServer();
await postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [minRating],
  disablePlugins: ['PgIndexBehaviorsPlugin', 'PgProceduresPlugin'],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: 10 },
    }),
  ],
  grafserv: { graphiql: false, watch: false },
})
  .createServ(grafserv)
  .addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
