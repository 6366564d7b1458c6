import type { CappedCount } from '../platform/database/cappedCount.ts';
import { builder } from './builder.ts';
import { CappedCountType } from './cappedCount.ts';

interface FacetValue {
  value: string;
  count: CappedCount;
}

export const FacetValueInterface = builder.interfaceRef<FacetValue>('FacetValue').implement({
  description: 'One choice of a facet.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description: 'The value for the filter, as text: a name, a number or an enum value.',
    }),
    count: t.expose('count', {
      type: CappedCountType,
      description: 'How many results are found with it and all other conditions.',
    }),
  }),
});
