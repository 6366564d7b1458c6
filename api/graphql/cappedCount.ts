import { countCap, type CappedCount } from '../platform/database/cappedCount.ts';
import { builder } from './builder.ts';
import { inSql } from './sql/sqlFields.ts';
import { shows } from './shows.ts';

export const CappedCountType = builder.objectRef<CappedCount>('CappedCount').implement({
  extensions: shows(),
  description: 'A number of results. Counting stops at 1,000.',
  fields: (t) => ({
    value: t.exposeInt('value', { description: 'How many were counted.' }),
    isCapped: t.exposeBoolean('isCapped', { description: 'Whether there are more than `value`.' }),
  }),
});

export const countInSql = inSql({
  values: { value: `least({found}, ${countCap})`, isCapped: `{found} > ${countCap}` },
});

export const countOf = (connection: unknown): CappedCount =>
  (connection as { count: CappedCount }).count;
