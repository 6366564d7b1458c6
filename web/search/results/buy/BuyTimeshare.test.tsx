import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import type { MockResolvers } from 'relay-test-utils/lib/RelayMockPayloadGenerator';
import { afterEach, describe, expect, it } from 'vitest';
import { setCompared } from '#web/listings/compare/compared.ts';
import type { buyPageLoaderQuery } from '#web/__generated__/buyPageLoaderQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { buyPageQuery } from './buyPageLoader.ts';
import { BuyTimeshare } from './BuyTimeshare.tsx';
import { parseSales, saleVariables } from './saleAddress.ts';

afterEach(() => act(() => setCompared('sale', [])));

const count = (value: number, isCapped = false) => ({ value, isCapped });

const sale = (index: number, given: object = {}) => ({
  cursor: `cursor-${index}`,
  node: {
    id: `sale-${index}`,
    databaseId: `sale-${index}`,
    bedrooms: 2,
    salePrice: { formatted: '$9,000' },
    firstYearTotal: { formatted: '$10,100' },
    facts: {
      ownership: 'FIXED',
      season: 'Platinum',
      weekNumber: 26,
      unitType: null,
      use: 'ODD',
      tenure: 'DEEDED',
      firstUseYear: 2029,
      maintenanceFee: { formatted: '$1,100' },
    },
    resort: { name: `Palm ${index}`, location: 'Oranjestad, Aruba', imageUrl: '/palm.svg' },
    ...given,
  },
});

const page = (edges: object[], total = edges.length) => ({
  totalCount: count(total),
  edges,
  pageInfo: { hasNextPage: total > edges.length, endCursor: 'last' },
});

const facets = {
  totalCount: count(1),
  without: [],
  uses: [
    { value: 'ANNUAL', count: count(0) },
    { value: 'ODD', count: count(7) },
    { value: 'EVEN', count: count(0) },
  ],
  prices: [
    { value: '250000', count: count(0) },
    { value: '500000', count: count(3) },
  ],
};

function renderSales(path: string, resolvers: MockResolvers) {
  const environment = createMockEnvironment();
  const search = parseSales(new URL(path, 'http://x').searchParams);
  const resolve = (operation: Parameters<typeof MockPayloadGenerator.generate>[0]) =>
    MockPayloadGenerator.generate(operation, {
      SaleFacets: () => facets,
      Query: () => ({
        searchPhrases: [],
        searchReading: { readAs: null, leftOut: [], sort: null },
      }),
      ...resolvers,
    });
  environment.mock.queueOperationResolver(resolve);
  const variables = saleVariables(search);
  environment.mock.queuePendingOperation(buyPageQuery, variables);
  const reference = loadQuery<buyPageLoaderQuery>(environment, buyPageQuery, variables);
  return renderWithRelay(<BuyTimeshare reference={reference} />, { environment, path });
}

describe('What is for sale', () => {
  it('says what is sold, and what the first year costs', () => {
    renderSales('/search?type=buy', { SaleListingConnection: () => page([sale(1)]) });
    expect(screen.getByText('1 result found')).toBeInTheDocument();
    const card = within(screen.getByRole('article'));
    expect(card.getByRole('link')).toHaveAttribute('href', '/sale/sale-1');
    expect(screen.getByRole('article')).toHaveTextContent(
      /Fixed week 26, Platinum season.*Palm 1.*2 bedrooms.*Odd years · Deeded · from 2029.*\$9,000.*\$1,100 a year in fees.*First year: \$10,100 in all/,
    );
  });

  it('says what is unknown, and gives a floating week no number', () => {
    const given = {
      firstYearTotal: null,
      bedrooms: null,
      facts: {
        ...sale(1).node.facts,
        ownership: 'FLOATING',
        season: null,
        use: null,
        tenure: null,
        firstUseYear: null,
        maintenanceFee: null,
      },
    };
    renderSales('/search?type=buy', { SaleListingConnection: () => page([sale(1, given)]) });
    const text = screen.getByRole('article').textContent;
    expect(text).toContain('Floating week');
    expect(text).not.toContain('26');
    expect(text).toContain('Yearly fee not said');
    expect(text).not.toContain('First year');
  });

  it('is narrowed by its filters, in the URL', async () => {
    const { address } = renderSales('/search?type=buy', {
      SaleListingConnection: () => page([sale(1)]),
    });
    const filters = within(screen.getByRole('region', { name: 'Filters' }));
    // Choices without a result are left out.
    expect(filters.queryByRole('checkbox', { name: /^Every year/ })).not.toBeInTheDocument();
    await userEvent.click(filters.getByRole('checkbox', { name: /^Odd years/ }));
    expect(address()).toBe('/search?type=buy&use=odd');
    await userEvent.click(filters.getByRole('radio', { name: 'Up to $5,000 3' }));
    expect(address()).toBe('/search?type=buy&use=odd&price-to=5000');
    await userEvent.type(filters.getByRole('textbox', { name: 'From week' }), '20{Enter}');
    expect(address()).toBe('/search?type=buy&use=odd&price-to=5000&week-from=20');
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Lowest First Year');
    expect(address()).toContain('sort=first-year');
    await userEvent.click(screen.getByRole('button', { name: /^Remove filter\s?Odd years/ }));
    expect(address()).not.toContain('use=odd');
    await userEvent.click(screen.getByRole('button', { name: /^Clear all/ }));
    expect(address()).toBe('/search?type=buy&sort=first-year');
  });

  it.each([
    [/^Without “Odd years/, '/search?q=aruba+for+9&type=buy&price-to=1'],
    [/^Without “for 9/, '/search?q=aruba&type=buy&use=odd&use=even&price-to=1'],
  ])('offers the conditions without which there would be results: %s', async (name, left) => {
    const { address } = renderSales('/search?type=buy&q=aruba+for+9&price-to=1&use=odd&use=even', {
      SaleListingConnection: () => page([]),
      SaleFacets: () => ({
        ...facets,
        without: [
          { condition: 'USES', phrase: null, query: 'aruba for 9', count: count(14) },
          { condition: 'PHRASE', phrase: { words: 'for 9' }, query: 'aruba', count: count(4) },
          { condition: 'PRICES', phrase: null, query: 'aruba for 9', count: count(3) },
          { condition: 'TEXT', phrase: null, query: 'for 9', count: count(0) },
        ],
      }),
    });
    expect(screen.getByRole('heading', { name: 'No resorts found' })).toBeInTheDocument();
    const ways = within(screen.getByRole('list', { name: 'What would bring results' }));
    expect(ways.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Without “Odd years, Even years”: 14',
      'Without “for 9”: 4',
      'Without “Up to $1”: 3',
    ]);
    expect(screen.getByRole('link', { name: /weeks to rent/ })).toHaveAttribute(
      'href',
      '/search?q=aruba+for+9',
    );
    await userEvent.click(ways.getByRole('button', { name }));
    expect(address()).toBe(left);
  });

  it('loads more, and keeps their number in the URL', async () => {
    const first = Array.from({ length: 12 }, (_, index) => sale(index));
    const { environment, address } = renderSales('/search?type=buy', {
      SaleListingConnection: () => page(first, 13),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Load More Results' }));
    const operation = environment.mock.getMostRecentOperation();
    expect(operation.request.variables).toMatchObject({ first: 12, after: 'last' });
    await act(async () =>
      environment.mock.resolve(
        operation,
        MockPayloadGenerator.generate(operation, {
          SearchReading: () => ({ readAs: null, leftOut: [], sort: null }),
          SaleListingConnection: () => page([sale(12)]),
        }),
      ),
    );
    expect(screen.getAllByRole('article')).toHaveLength(13);
    expect(address()).toBe('/search?type=buy&n=24');
  });

  it('says how typos were read and which words it leaves out, and has the order that the text asks for', () => {
    renderSales('/search?type=buy&q=cheap%20pet%20friendly%20aruba', {
      SaleListingConnection: () => page([sale(1)]),
      Query: () => ({
        searchPhrases: [
          {
            label: 'Lowest price first',
            isOrder: true,
            words: 'cheap',
            without: 'a',
            asWords: 'b',
          },
        ],
        searchReading: {
          readAs: 'cheap pet friendly aruba',
          leftOut: ['pet friendly'],
          sort: 'PRICE_LOW_TO_HIGH',
        },
      }),
    });
    expect(
      screen.getByText(/^Showing results for “cheap pet friendly aruba”\./),
    ).toBeInTheDocument();
    expect(screen.getByText(/^No resort here says “pet friendly”\./)).toBeInTheDocument();
    expect(screen.getByText('Sorted by Price: Low to High.')).toBeInTheDocument();
    expect(screen.getByText('Lowest price first')).toBeInTheDocument();
    expect(screen.getByLabelText('Sort by')).toHaveDisplayValue('Price: Low to High');
  });

  it('shows how the text was read, as chips that can be words again', async () => {
    const { address } = renderSales('/search?type=buy&q=aruba%20june', {
      SaleListingConnection: () => page([sale(1)]),
      Query: () => ({
        searchPhrases: [
          {
            label: 'June 2027',
            isOrder: false,
            words: 'june',
            without: 'aruba',
            asWords: 'aruba "june"',
          },
        ],
        searchReading: { readAs: null, leftOut: [], sort: null },
      }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Remove June 2027' }));
    expect(address()).toBe('/search?q=aruba&type=buy');
  });
});
