import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WeekResultsTestQuery } from '#web/__generated__/WeekResultsTestQuery.graphql.ts';
import { setCompared } from '#web/listings/compare/compared.ts';
import { SiteFactsContext } from '#web/page/siteFacts.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { useAskedSearch } from '../address/useAskedSearch.ts';
import { WeekList } from './WeekResults.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-05-20T12:00Z') }));
afterEach(() => void vi.useRealTimers());

describe('The weeks of a search', () => {
  it('say where and when, how large and how much in all, and lead to the booking', () => {
    renderWeeks({ path: '/search?view=weeks&guests=4' });
    expect(screen.getByText('14 weeks found')).toBeInTheDocument();
    const [row] = screen.getAllByRole('article');
    expect(row).toHaveTextContent(
      'Surf Club 0Aruba, CaribbeanJun 5 – 12, 20277 nights · 2 bedrooms · sleeps 6Compare Jun 5 – 12, 2027 at Surf Club 0$1,400 in all$200 a night',
    );
    const link = within(row as HTMLElement).getByRole('link', {
      name: 'Book Jun 5 – 12, 2027 at Surf Club 0',
    });
    expect(link).toHaveAttribute(
      'href',
      '/resort/resort-0?from=2027-06-05&to=2027-06-12&guests=4&week=listing-0',
    );
  });

  it('say which of them the owner has to agree to', () => {
    renderWeeks({ path: '/search?view=weeks' });
    const [instant, onRequest] = screen.getAllByRole('article');
    const note = 'On request, answered within 24 hours';
    expect(instant).not.toHaveTextContent(note);
    expect(onRequest).toHaveTextContent(note);
    expect(
      screen.getByRole('link', { name: 'Request Jun 5 – 12, 2027 at Surf Club 1' }),
    ).toBeInTheDocument();
  });

  it.each([
    ['14 days ahead where the site says 14', '2027-05-22T12:00Z', null, 'Book'],
    ['13 days ahead', '2027-05-23T12:00Z', null, 'Request'],
    ['14 days ahead at a resort that needs 21', '2027-05-22T12:00Z', 21, 'Request'],
    ['3 days ahead at a resort that needs 2', '2027-06-02T12:00Z', 2, 'Book'],
    [
      '14 days ahead in the zone of the resort, and 13 in London',
      '2027-05-23T02:00Z',
      null,
      'Book',
    ],
  ] as const)('that start %s say how they are booked', (_, now, certificateLeadDays, action) => {
    vi.setSystemTime(new Date(now));
    renderWeeks({ path: '/search?view=weeks', certificateLeadDays });
    expect(
      screen.getByRole('link', { name: `${action} Jun 5 – 12, 2027 at Surf Club 0` }),
    ).toBeInTheDocument();
  });

  it('offer no booking while payments are off', () => {
    renderWeeks({ path: '/search?view=weeks', takesPayments: false });
    expect(screen.queryByRole('link', { name: /^(Book|Request)/ })).not.toBeInTheDocument();
    expect(
      screen.getByRole('link', { name: 'View Jun 5 – 12, 2027 at Surf Club 0' }),
    ).toBeInTheDocument();
  });

  it('can be compared', async () => {
    renderWeeks({ path: '/search?view=weeks' });
    const toggle = () =>
      screen.getByRole('checkbox', { name: /^Compare Jun 5 – 12, 2027 at Surf Club 0$/ });
    await userEvent.click(toggle());
    expect(toggle()).toBeChecked();
    expect(JSON.parse(sessionStorage.getItem('compared') ?? '')).toMatchObject({
      week: [{ id: 'listing-0', name: 'Jun 5 – 12, 2027 at Surf Club 0' }],
    });
    act(() => setCompared('week', []));
  });

  it('keep the guests that the text names', () => {
    renderWeeks({ path: '/search?q=aruba+for+5&view=weeks', phrases: [{ guests: 5 }] });
    expect(screen.getAllByRole('link', { name: /^Book/ })[0]).toHaveAttribute(
      'href',
      expect.stringContaining('&guests=5&'),
    );
  });

  it.each([
    ['', 'PRICE_LOW_TO_HIGH', 'Sorted by Total: Low to High.'],
    ['&sort=earliest', 'PRICE_LOW_TO_HIGH', 'Sorted as chosen above, not by Price: Low to High.'],
    // Weeks have no such order.
    ['', 'MOST_REVIEWS', 'Sorted as chosen above, not by Most Reviews.'],
  ])(
    'say how typos were read, which words they leave out, and their order: %s %s',
    (chosen, sort, note) => {
      renderWeeks({
        path: `/search?q=cheap+pet+friendly+aruba&view=weeks${chosen}`,
        reading: { readAs: 'cheap pet friendly aruba', leftOut: ['pet friendly'], sort },
      });
      expect(
        screen.getByText(/^Showing results for “cheap pet friendly aruba”\./),
      ).toBeInTheDocument();
      expect(screen.getByText(/^No resort here says “pet friendly”\./)).toBeInTheDocument();
      expect(screen.getByText(note)).toBeInTheDocument();
    },
  );

  it('load twelve more, which the address keeps, and hide the button after the last page', async () => {
    const { environment, address } = renderWeeks({ path: '/search?view=weeks&sort=total' });
    expect(screen.getAllByRole('article')).toHaveLength(12);
    await userEvent.click(screen.getByRole('button', { name: 'Load More Results' }));
    const operation = await waitFor(() => environment.mock.getMostRecentOperation());
    expect(operation.request.variables).toMatchObject({ first: 12, after: 'cursor-11' });
    await act(async () => {
      environment.mock.resolve(
        operation,
        MockPayloadGenerator.generate(operation, resolvers({ start: 12, length: 2 })),
      );
    });
    expect(screen.getAllByRole('article')).toHaveLength(14);
    expect(address()).toBe('/search?sort=total&view=weeks&n=24');
    expect(screen.queryByRole('button', { name: 'Load More Results' })).not.toBeInTheDocument();
  });

  it('explain an empty result, and link to all weeks', () => {
    renderWeeks({ path: '/search?q=nowhere&view=weeks', length: 0 });
    expect(screen.getByRole('heading', { name: 'No weeks found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Show All Weeks' })).toHaveAttribute(
      'href',
      '/search?view=weeks',
    );
  });

  it('explain that there are no weeks at all', () => {
    renderWeeks({ path: '/search?view=weeks', length: 0 });
    expect(screen.getByText('No weeks are on offer at the moment')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Show All Weeks' })).not.toBeInTheDocument();
  });
});

describe('The months of a search', () => {
  const links = () =>
    within(screen.getByRole('navigation', { name: 'Months' }))
      .getAllByRole('link')
      .map((link) => [
        link.textContent,
        link.getAttribute('href'),
        link.getAttribute('aria-current'),
      ]);

  it('have their lowest prices, and the chosen one is marked', () => {
    renderWeeks({
      path: '/search?q=aruba&month=2027-07&nights=7&guests=4&view=weeks&n=24',
      months: [
        { month: '2027-06', lowestTotal: { formatted: '$630' } },
        { month: '2027-07', lowestTotal: { formatted: '$700' } },
      ],
    });
    expect(links()).toEqual([
      ['Any time', '/search?q=aruba&nights=7&guests=4&view=weeks', null],
      ['Jun 2027from $630', '/search?q=aruba&month=2027-06&nights=7&guests=4&view=weeks', null],
      ['Jul 2027from $700', '/search?q=aruba&month=2027-07&nights=7&guests=4&view=weeks', 'true'],
    ]);
  });

  it('take the place of exact dates, whose nights they keep', () => {
    const months = [{ month: '2027-06', lowestTotal: { formatted: '$630' } }];
    renderWeeks({ path: '/search?from=2027-08-01&to=2027-08-11&view=weeks', months });
    expect(links()).toEqual([
      ['Any time', '/search?nights=10&view=weeks', null],
      ['Jun 2027from $630', '/search?month=2027-06&nights=10&view=weeks', null],
    ]);
  });

  it('take the place of a time in the text', () => {
    renderWeeks({
      path: '/search?q=aruba+summer+4&view=weeks',
      months: [{ month: '2027-06', lowestTotal: { formatted: '$630' } }],
      phrases: [
        { guests: null, isDate: true, without: 'aruba 4' },
        { guests: 4, isDate: false, without: 'aruba summer' },
      ],
    });
    expect(links()).toEqual([
      ['Any time', '/search?q=aruba+4&view=weeks', null],
      ['Jun 2027from $630', '/search?q=aruba+4&month=2027-06&view=weeks', null],
    ]);
  });

  it('are none without weeks', () => {
    renderWeeks({ path: '/search?view=weeks', months: [] });
    expect(screen.queryByRole('navigation', { name: 'Months' })).not.toBeInTheDocument();
  });
});

interface Month {
  month: string;
  lowestTotal: { formatted: string };
}

interface Phrase {
  guests: number | null;
  isDate?: boolean;
  without?: string;
}

interface Given {
  start?: number;
  length?: number;
  months?: Month[];
  phrases?: Phrase[];
  reading?: { readAs: string | null; leftOut: string[]; sort: string | null };
  certificateLeadDays?: number | null;
}

const nothingLeftOut = { readAs: null, leftOut: [], sort: null };

function renderWeeks({
  path,
  takesPayments = true,
  ...given
}: Given & { path: string; takesPayments?: boolean }) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, resolvers(given)),
  );
  return renderWithRelay(
    <SiteFactsContext
      value={{ title: 'Tideweek', holdsSampleData: false, takesPayments, certificateLeadDays: 14 }}
    >
      <Results />
    </SiteFactsContext>,
    { environment, path },
  );
}

const variables = { sort: 'EARLIEST' } as const;

function Results() {
  const query = useLazyLoadQuery<WeekResultsTestQuery>(
    graphql`
      query WeekResultsTestQuery($sort: WeekSort) @relay_test_operation {
        ...WeekResults_query @arguments(sort: $sort)
      }
    `,
    variables,
  );
  const { search, notePlace } = useAskedSearch();
  return <WeekList query={query} variables={variables} search={search} onPlace={notePlace} />;
}

function resolvers(given: Given) {
  const { start = 0, length = 12, months = [], phrases = [], reading = nothingLeftOut } = given;
  const edges = Array.from({ length }, (_, index) => ({
    cursor: `cursor-${start + index}`,
    node: {
      checkIn: '2027-06-05',
      checkOut: '2027-06-12',
      nights: 7,
      total: { formatted: '$1,400' },
      listing: {
        id: `listing-${start + index}`,
        databaseId: `listing-${start + index}`,
        bedrooms: 2,
        maxGuests: 6,
        isInstant: index !== 1,
        pricePerNight: { formatted: '$200' },
        resort: {
          id: `resort-${start + index}`,
          databaseId: `resort-${start + index}`,
          name: `Surf Club ${start + index}`,
          location: 'Aruba, Caribbean',
          timezone: 'America/Aruba',
          certificateLeadDays: given.certificateLeadDays ?? null,
        },
      },
    },
  }));
  return {
    Query: () => ({ weekMonths: months, searchPhrases: phrases, searchReading: reading }),
    WeekConnection: () => ({
      totalCount: { value: length === 0 ? 0 : 14, isCapped: false },
      edges,
      pageInfo: { hasNextPage: length === 12, endCursor: edges.at(-1)?.cursor ?? null },
    }),
  };
}
