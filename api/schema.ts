import { builder } from './graphql/builder.ts';
import { checkSqlFields } from './graphql/sql/sqlCheck.ts';
import './graphql/scalars.ts';
import './graphql/errors.ts';
import './modules/areas.ts';

export const schema = builder.toSchema();

checkSqlFields(schema);
