import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { describe, expect, it, vi } from 'vitest';
import type { searchPageLoaderQuery } from '#web/__generated__/searchPageLoaderQuery.graphql.ts';
import { noFilters, sortOf } from '../address/searchState.ts';
import { parseSearch } from '../address/searchUrl.ts';
import { searchVariables } from '../address/searchVariables.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { SearchChips } from './filters/SearchChips.tsx';
import { SearchControls } from './SearchControls.tsx';
import { searchPageQuery } from './searchPageLoader.ts';

const cheap = {
  label: 'By the lowest price',
  isOrder: true,
  words: 'cheap',
  without: 'aruba',
  asWords: '"cheap" aruba',
};

function renderTop(address: string) {
  const asksOrder = address.includes('cheap');
  const environment = createMockEnvironment();
  const search = parseSearch(new URLSearchParams(address));
  const variables = searchVariables(search);
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      Query: () => ({
        searchPhrases: asksOrder ? [cheap] : [],
        searchReading: { readAs: null, leftOut: [], sort: asksOrder ? 'PRICE_LOW_TO_HIGH' : null },
      }),
    }),
  );
  environment.mock.queuePendingOperation(searchPageQuery, variables);
  const reference = loadQuery<searchPageLoaderQuery>(environment, searchPageQuery, variables);
  const data = { document: searchPageQuery, reference };
  const onChange = vi.fn();
  renderWithRelay(
    <>
      <SearchControls data={data} search={search} onChange={onChange} />
      <SearchChips
        data={data}
        isOtherText={false}
        sort={sortOf(search)}
        chosen={[]}
        cleared={noFilters}
        onChange={onChange}
      />
    </>,
    { environment },
  );
  return { onChange, menu: screen.getByLabelText('Sort by') };
}

describe('The order of a search', () => {
  it.each([
    ['q=aruba', 'Highest Rated', 0],
    ['q=aruba&sort=reviews', 'Most Reviews', 0],
    ['q=cheap+aruba', 'Price: Low to High', 1],
    ['q=cheap+aruba&sort=rating', 'Highest Rated', 0],
  ])('of %s is %s', (address, label, chips) => {
    const { menu } = renderTop(address);
    expect(menu).toHaveDisplayValue(label);
    expect(screen.queryAllByText('By the lowest price')).toHaveLength(chips);
  });

  it.each([
    ['q=aruba', 'Most Reviews', 'reviews'],
    ['q=aruba&sort=reviews', 'Highest Rated', null],
    ['q=cheap+aruba', 'Highest Rated', 'rating'],
    ['q=cheap+aruba&sort=rating', 'Price: Low to High', null],
  ])('of %s becomes %s by hand', async (address, label, sort) => {
    const { menu, onChange } = renderTop(address);
    await userEvent.selectOptions(menu, label);
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ sort });
  });

  it('is a chip that becomes words again', async () => {
    const { onChange } = renderTop('q=cheap+aruba');
    await userEvent.click(screen.getByRole('button', { name: /^Search for the words\s?“cheap”/ }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ query: '"cheap" aruba' });
  });
});
