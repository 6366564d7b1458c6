import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { describe, expect, it } from 'vitest';
import type { SearchResultsTestQuery } from '../../__generated__/SearchResultsTestQuery.graphql.ts';
import { renderWithRelay } from '../../testing/renderWithRelay.tsx';
import { ResortResults } from './SearchResults.tsx';
import { useAskedSearch } from './address/useAskedSearch.ts';

describe('Search results', () => {
  it('load twelve more, and hide the button after the last page', async () => {
    const environment = renderResults(page(0, true, { value: 14, isCapped: false }));
    expect(screen.getByText('14 results found')).toBeInTheDocument();
    expect(screen.getAllByRole('article')).toHaveLength(12);

    await userEvent.click(screen.getByRole('button', { name: 'Load More Results' }));
    const operation = environment.mock.getMostRecentOperation();
    expect(operation.request.variables).toMatchObject({ first: 12, after: 'cursor-11' });
    await act(async () => {
      environment.mock.resolve(
        operation,
        MockPayloadGenerator.generate(operation, {
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

function renderResults(connection: ReturnType<typeof page>, path = '/search?q=aruba') {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, { ResortConnection: () => connection }),
  );
  renderWithRelay(<Results />, { environment, path });
  return environment;
}

function Results() {
  const query = useLazyLoadQuery<SearchResultsTestQuery>(
    graphql`
      query SearchResultsTestQuery @relay_test_operation {
        ...SearchResults_query @arguments(sort: HIGHEST_RATED)
      }
    `,
    {},
  );
  const { search, notePlace } = useAskedSearch();
  return <ResortResults query={query} search={search} onPlace={notePlace} />;
}

function page(
  start: number,
  hasNextPage: boolean,
  totalCount: { value: number; isCapped: boolean },
  length = 12,
) {
  const edges = Array.from({ length }, (_, index) => ({
    cursor: `cursor-${start + index}`,
    node: { id: `resort-${start + index}`, name: `Resort ${start + index}`, rating: 4.5 },
  }));
  return {
    totalCount,
    readAs: null,
    edges,
    pageInfo: { hasNextPage, endCursor: edges.at(-1)?.cursor ?? null },
  };
}
