import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { describe, expect, it } from 'vitest';
import type { SearchResultsTestQuery } from '#web/__generated__/SearchResultsTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { ResortResults } from './SearchResults.tsx';
import { useAskedSearch } from './address/useAskedSearch.ts';

describe('Search results', () => {
  it('load twelve more, and hide the button after the last page', async () => {
    const environment = renderResults(page(0, true, { value: 14, isCapped: false }));
    expect(screen.getByText('14 results found')).toBeInTheDocument();
    expect(screen.getAllByRole('article')).toHaveLength(12);

    await userEvent.click(screen.getByRole('button', { name: 'Load More Results' }));
    const operation = await waitFor(() => environment.mock.getMostRecentOperation());
    expect(operation.request.variables).toMatchObject({ first: 12, after: 'cursor-11' });
    await act(async () => {
      environment.mock.resolve(
        operation,
        MockPayloadGenerator.generate(operation, {
          SearchReading: () => ({ readAs: null, leftOut: [], sort: null }),
          ResortConnection: () => page(12, false, { value: 14, isCapped: false }, 2),
        }),
      );
    });
    expect(screen.getAllByRole('article')).toHaveLength(14);
    expect(screen.queryByRole('button', { name: 'Load More Results' })).not.toBeInTheDocument();
  });

  it('show that the count is capped', () => {
    renderResults(page(0, true, { value: 1000, isCapped: true }));
    expect(screen.getByText('1,000+ results found')).toBeInTheDocument();
  });

  it('show the week that a search finds at a resort, and lead to it with the guests', () => {
    const found = page(0, false, { value: 2, isCapped: false }, 2);
    const [first] = found.edges;
    if (!first) throw new Error('The page has no resort');
    first.week = {
      checkIn: '2027-06-28',
      checkOut: '2027-07-05',
      nights: 7,
      total: { formatted: '$1,400' },
      listing: {
        id: 'week',
        databaseId: 'week-1',
        bedrooms: 0,
        maxGuests: 4,
        isInstant: false,
      },
    };
    first.moreWeeks = { value: 3, isCapped: false };
    renderResults(found, '/search?q=aruba+summer+4', [{ guests: null }, { guests: 4 }]);
    const [withWeek, without] = screen.getAllByRole('article');
    expect(withWeek).toHaveTextContent(
      /Jun 28 – Jul 5, 20277 nights · Studio · sleeps 4On request, answered within 24 hours\$1,400 in all3 more weeks/,
    );
    expect(withWeek).not.toHaveTextContent('/night');
    expect(within(withWeek as HTMLElement).getByRole('link')).toHaveAttribute(
      'href',
      '/resort/resort-0?from=2027-06-28&to=2027-07-05&guests=4&week=week-1',
    );
    // Without a week the card is that of the specification.
    expect(without).toHaveTextContent(/available\s*Starting at/);
    expect(within(without as HTMLElement).getByRole('link')).toHaveAttribute(
      'href',
      '/resort/resort-1',
    );
  });

  it.each([
    ['/search?q=aruba', { readAs: null, leftOut: [], sort: null }, ''],
    [
      '/search?q=arbua',
      { readAs: 'aruba', leftOut: [], sort: null },
      'Showing results for “aruba”.',
    ],
    [
      '/search?q=baby+pet+friendly+aruba',
      { readAs: null, leftOut: ['"baby"', 'pet friendly'], sort: null },
      'No resort here says “baby” or “pet friendly”. These are for the rest of your search.',
    ],
    [
      '/search?q=cheap+aruba',
      { readAs: null, leftOut: [], sort: 'PRICE_LOW_TO_HIGH' },
      'Sorted by Price: Low to High.',
    ],
    [
      '/search?q=cheap+aruba&sort=rating',
      { readAs: null, leftOut: [], sort: 'PRICE_LOW_TO_HIGH' },
      'Sorted as chosen above, not by Price: Low to High.',
    ],
  ])(
    'of %s say how typos were read, which words they leave out, and their order',
    (path, reading, notes) => {
      renderResults(page(0, false, { value: 2, isCapped: false }, 2), path, [], reading);
      expect(statusTexts()).toEqual(['2 results found', notes]);
    },
  );

  it('that are none name the words without a hit', () => {
    const none = page(0, false, { value: 0, isCapped: false }, 0);
    renderResults(none, '/search?q=cheap+paris', [], {
      readAs: null,
      leftOut: ['paris'],
      sort: 'PRICE_LOW_TO_HIGH',
    });
    expect(statusTexts()).toEqual(['0 results found', 'No resort here says “paris”.']);
  });

  it('explain an empty result, and link back', () => {
    renderResults(page(0, false, { value: 0, isCapped: false }, 0));
    expect(screen.getByRole('heading', { name: 'No resorts found' })).toBeInTheDocument();
    expect(screen.getByText(/couldn't find any resorts matching the query/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Clear Search' })).toHaveAttribute('href', '/search');
  });

  it('explain that there are no resorts at all', () => {
    renderResults(page(0, false, { value: 0, isCapped: false }, 0), '/search');
    expect(screen.getByRole('heading', { name: 'No resorts found' })).toBeInTheDocument();
    expect(screen.getByText('No resorts are available at the moment')).toBeInTheDocument();
  });
});

function renderResults(
  connection: ReturnType<typeof page>,
  path = '/search?q=aruba',
  phrases: { guests: number | null }[] = [],
  reading: { readAs: string | null; leftOut: string[]; sort: string | null } = {
    readAs: null,
    leftOut: [],
    sort: null,
  },
) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      Query: () => ({ searchPhrases: phrases, searchReading: reading }),
      ResortConnection: () => connection,
    }),
  );
  renderWithRelay(<Results />, { environment, path });
  return environment;
}

const statusTexts = () =>
  within(screen.getByRole('region', { name: 'Resorts' }))
    .getAllByRole('status')
    .map(({ textContent }) => textContent);

const variables = { sort: 'HIGHEST_RATED' } as const;

function Results() {
  const query = useLazyLoadQuery<SearchResultsTestQuery>(
    graphql`
      query SearchResultsTestQuery($sort: ResortSort) @relay_test_operation {
        ...SearchResults_query @arguments(sort: $sort)
      }
    `,
    variables,
  );
  const { search, notePlace } = useAskedSearch();
  return <ResortResults query={query} variables={variables} search={search} onPlace={notePlace} />;
}

function page(
  start: number,
  hasNextPage: boolean,
  totalCount: { value: number; isCapped: boolean },
  length = 12,
) {
  const edges = Array.from({ length }, (_, index) => ({
    cursor: `cursor-${start + index}`,
    week: null as object | null,
    moreWeeks: null as object | null,
    node: {
      id: `resort-${start + index}`,
      databaseId: `resort-${start + index}`,
      name: `Resort ${start + index}`,
      rating: 4.5,
    },
  }));
  return {
    totalCount,
    edges,
    pageInfo: { hasNextPage, endCursor: edges.at(-1)?.cursor ?? null },
  };
}
