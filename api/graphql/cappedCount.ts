import type { CappedCount } from '../platform/cappedCount.ts';
import { builder } from './builder.ts';

export const CappedCountType = builder.objectRef<CappedCount>('CappedCount').implement({
  description: 'A number of results. Counting stops at 1,000.',
  fields: (t) => ({
    value: t.exposeInt('value', { description: 'How many were counted.' }),
    isCapped: t.exposeBoolean('isCapped', { description: 'Whether there are more than `value`.' }),
  }),
});
