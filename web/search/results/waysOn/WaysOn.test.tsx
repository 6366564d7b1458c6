import { act, screen, within } from '@testing-library/react';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchCondition } from '#web/__generated__/WaysOnQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { parseSearch } from '#web/search/address/searchUrl.ts';
import { NoResorts, NoWeeks } from './NoResorts.tsx';

// The page loads it when it is needed.
beforeAll(() => import('./WaysOn.tsx'));

interface Way {
  condition: SearchCondition;
  query: string;
  amenity?: string;
  phrase?: { words: string };
  count: { value: number; isCapped: boolean };
}

interface Given {
  address: string;
  conditions?: Way[];
  weeks?: object[];
  resorts?: object[];
  /** How many people the text says. */
  guests?: number | null;
}

const count = { value: 14, isCapped: false };

async function renderNothingFound({ address, guests = null, ...given }: Given) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      Query: () => ({ searchPhrases: [{ guests }] }),
      SearchWaysOn: () => ({ conditions: [], weeks: [], resorts: [], ...given }),
    }),
  );
  const search = parseSearch(new URLSearchParams(address));
  const Nothing = search.view === 'weeks' ? NoWeeks : NoResorts;
  await act(async () => {
    renderWithRelay(<Nothing search={search} />, { environment });
  });
}

const links = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

const week = (maxGuests: number) => ({
  checkIn: '2027-06-05',
  checkOut: '2027-06-12',
  nights: 7,
  total: { formatted: '$1,400' },
  listing: {
    id: `listing-${maxGuests}`,
    databaseId: 'week-1',
    bedrooms: 2,
    maxGuests,
    isInstant: false,
    pricePerNight: { formatted: '$200' },
    resort: { id: 'r', databaseId: 'resort-1', name: 'Surf Club', location: 'Aruba, Caribbean' },
  },
});

describe('A search that finds nothing', () => {
  it('says how many resorts each condition keeps from it, and links to the search without it', async () => {
    await renderNothingFound({
      address: 'q=aruba+"june"&amenity=Pool&amenity=Spa&rating=4&guests=9&n=24',
      conditions: [
        { condition: 'AMENITY', amenity: 'Pool', query: 'aruba june', count },
        { condition: 'PHRASE', phrase: { words: 'june' }, query: 'aruba', count },
        { condition: 'RATING', query: 'aruba june', count: { value: 1000, isCapped: true } },
        { condition: 'GUESTS', query: 'aruba june', count },
        { condition: 'TEXT', query: 'june', count },
      ],
    });
    const rest = 'amenity=Pool&amenity=Spa';
    expect(links('Leave one condition out')).toEqual([
      ['Without “Pool”: 14 resorts', '/search?q=aruba+june&amenity=Spa&guests=9&rating=4'],
      ['Without “june”: 14 resorts', `/search?q=aruba&${rest}&guests=9&rating=4`],
      ['With any rating: 1,000+ resorts', `/search?q=aruba+june&${rest}&guests=9`],
      ['For any number of guests: 14 resorts', `/search?q=aruba+june&${rest}&rating=4`],
      ['Any place, resort or brand: 14 resorts', `/search?q=june&${rest}&guests=9&rating=4`],
    ]);
  });

  it.each<[SearchCondition, string, string, string]>([
    ['DATES', 'from=2027-06-05&to=2027-06-12&flex=3&total=900', 'On any date', 'total=900'],
    ['DATES', 'month=2027-06&nights=7', 'On any date', 'nights=7'],
    ['NIGHTS', 'month=2027-06&nights=7', 'For any number of nights', 'month=2027-06'],
    ['HIGHEST_PRICE', 'total=900&rating=4', 'At any price', 'rating=4'],
    ['PRICE_TIER', 'price=under-100&rating=4', 'At any price', 'rating=4'],
    ['BEDROOMS', 'bedrooms=3&rating=4', 'With any number of bedrooms', 'rating=4'],
    ['BOOKING', 'instant=1&rating=4', 'Also weeks on request', 'rating=4'],
    ['BRANDS', 'brand=A&brand=B&rating=4', 'Not only A or B', 'rating=4'],
    ['DESTINATIONS', 'destination=Aruba&rating=4', 'Not only in Aruba', 'rating=4'],
  ])('leaves out %s of %s', async (condition, address, label, rest) => {
    await renderNothingFound({
      address: `${address}&view=weeks`,
      conditions: [{ condition, query: '', count }],
    });
    expect(links('Leave one condition out')).toEqual([
      [`${label}: 14 resorts`, `/search?${rest}&view=weeks`],
    ]);
  });

  it('shows close weeks with their differences, and keeps the guests where they fit', async () => {
    await renderNothingFound({
      address: 'q=aruba+for+4&view=weeks',
      guests: 4,
      weeks: [
        { differences: ['a week earlier'], week: week(6) },
        { differences: ['a day later', 'sleeps 2'], week: week(2) },
      ],
    });
    const section = screen.getByRole('region', { name: 'Weeks that come close' });
    const [fitting, small] = within(section).getAllByRole('listitem');
    expect(fitting).toHaveTextContent(/^A week earlierSurf Club/);
    expect(small).toHaveTextContent(/^A day later, sleeps 2Surf Club/);
    expect(links('Weeks that come close').map(([, to]) => to)).toEqual([
      '/resort/resort-1?from=2027-06-05&to=2027-06-12&guests=4&week=week-1',
      '/resort/resort-1?from=2027-06-05&to=2027-06-12&week=week-1',
    ]);
  });

  it('shows close resorts with their differences', async () => {
    const resort = { id: 'r1', databaseId: 'resort-1', name: 'Surf Club', location: 'Aruba' };
    await renderNothingFound({
      address: 'q=aruba&amenity=Pool',
      resorts: [
        { differences: ['without Pool'], resort: { ...resort, availableRentals: 1 } },
        { differences: [], resort: { ...resort, id: 'r2', availableRentals: 3 } },
      ],
    });
    expect(links('Resorts to look at')).toEqual([
      ['Surf ClubWithout Pool1 timeshare rental available', '/resort/resort-1'],
      ['Surf ClubAruba3 timeshare rentals available', '/resort/resort-1'],
    ]);
  });

  it('says what Save This Search will watch', async () => {
    await renderNothingFound({ address: 'q=aruba&guests=4&total=900&amenity=Pool' });
    expect(screen.getByText('“aruba”, Pool, up to $900 in all, 4 guests')).toBeInTheDocument();
  });

  it('asks for nothing if there are no resorts at all', async () => {
    await renderNothingFound({ address: 'sort=reviews' });
    expect(screen.getByText('No resorts are available at the moment')).toBeInTheDocument();
    expect(screen.queryByText(/Save This Search/)).not.toBeInTheDocument();
  });

  it('keeps its message if the ways on cannot be loaded', async () => {
    const environment = createMockEnvironment();
    environment.mock.queueOperationResolver(() => new Error('lost'));
    await act(async () => {
      renderWithRelay(<NoResorts search={parseSearch(new URLSearchParams('q=a'))} />, {
        environment,
      });
    });
    expect(screen.getByRole('heading', { name: 'No resorts found' })).toBeInTheDocument();
    expect(screen.getByText(/^Similar results could not be loaded/)).toBeInTheDocument();
  });
});
