import { describe, expect, it } from 'vitest';
import { sortChoices } from './searchState.ts';
import { parseSearch } from './searchUrl.ts';
import { searchVariables } from './searchVariables.ts';

describe('the order of resorts', () => {
  it.each(sortChoices.map(({ value, sort }) => [value, sort] as const))(
    '%s leaves out resorts without a stay only if it is one of stays',
    (value, sort) => {
      const variables = searchVariables(parseSearch(new URLSearchParams({ sort: value })));
      expect(variables.sort).toBe(sort);
      expect(variables.filter.hasStay).toBe(
        ['EARLIEST', 'LOWEST_TOTAL'].includes(sort) ? true : undefined,
      );
    },
  );
});
