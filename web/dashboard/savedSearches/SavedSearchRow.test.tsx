import { act, fireEvent, screen } from '@testing-library/react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it } from 'vitest';
import type { SavedSearchRowTestQuery } from '#web/__generated__/SavedSearchRowTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { SavedSearchRow } from './SavedSearchRow.tsx';

function Row() {
  const { viewer } = useLazyLoadQuery<SavedSearchRowTestQuery>(
    graphql`
      query SavedSearchRowTestQuery @relay_test_operation {
        viewer {
          savedSearches(first: 1) {
            edges {
              node {
                ...SavedSearchRow_search
              }
            }
          }
        }
      }
    `,
    {},
  );
  const [search] = viewer?.savedSearches.edges ?? [];
  return search && <SavedSearchRow search={search.node} onDeleted={() => undefined} />;
}

function renderRow(search: object = {}) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      SavedSearch: () => ({ id: 'search', name: 'Aruba', alerts: true, ...search }),
    }),
  );
  renderWithRelay(<Row />, { environment });
  return environment;
}

const click = (element: HTMLElement): Promise<void> =>
  act(async () => {
    fireEvent.click(element);
  });
const button = (name: string) => screen.getByRole('button', { name });

const refusal = { __typename: 'RateLimitedError', __isError: 'RateLimitedError', message: 'Wait' };

const ways: [string, () => Promise<void>, string, string][] = [
  [
    'the alerts could not be changed',
    () => click(screen.getByLabelText('Alerts for Aruba')),
    'updateSavedSearch',
    'The alerts could not be changed. ',
  ],
  [
    'it could not be deleted',
    async () => {
      await click(button('Delete Aruba'));
      await click(button('Delete'));
    },
    'deleteSavedSearch',
    'The search could not be deleted. ',
  ],
  [
    'it could not be renamed',
    async () => {
      await click(button('Rename Aruba'));
      fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), {
        target: { value: 'Oranjestad' },
      });
      await click(button('Save Name'));
    },
    'updateSavedSearch',
    '',
  ],
];

it.each(ways)('a saved search says that %s, and why', async (_, change, mutation, words) => {
  const environment = renderRow();
  await change();
  await act(async () =>
    environment.mock.resolveMostRecentOperation({ data: { [mutation]: refusal } }),
  );
  expect(await screen.findByText(`${words}Wait`)).toBeDefined();
});

it.each(ways)('a saved search says that %s if there is no answer', async (_, change, __, words) => {
  const environment = renderRow();
  await change();
  await act(async () => environment.mock.rejectMostRecentOperation(new Error('Connection lost')));
  expect(await screen.findByText(`${words}Connection lost`)).toBeDefined();
});

const noFilter = {
  priceTier: null,
  destinations: [],
  brands: [],
  amenities: [],
  minRating: null,
  availableFrom: null,
  availableTo: null,
  arrivalFrom: null,
  season: null,
  flexibleDays: null,
  minNights: null,
  maxNights: null,
  arrivalWeekday: null,
  maxTotal: null,
  guests: null,
  bedrooms: null,
  isInstant: null,
};

it.each([
  [{}, 'q=aruba'],
  [
    { availableFrom: '2027-06-05', availableTo: '2027-06-12', flexibleDays: 3, guests: 4 },
    'q=aruba&from=2027-06-05&to=2027-06-12&flex=3&guests=4',
  ],
  [{ isInstant: true }, 'q=aruba&instant=1'],
  [{ isInstant: false }, 'q=aruba'],
  [{ arrivalFrom: '2027-06-01', minNights: 7, maxNights: 7 }, 'q=aruba&month=2027-06&nights=7'],
  [
    {
      season: { name: 'WINTER', year: 2026 },
      minNights: 2,
      maxNights: 3,
      arrivalWeekday: 'FRIDAY',
      maxTotal: { amount: 200_000, currency: 'USD' },
    },
    'q=aruba&season=winter-2026&nights=weekend&total=2000',
  ],
  [{ minNights: 4 }, 'q=aruba&nights=4-60'],
  [{ maxNights: 4, maxTotal: { amount: 200_000, currency: 'EUR' } }, 'q=aruba&nights=1-4'],
])('a saved search with %j opens %s', (filter, address) => {
  renderRow({ query: 'aruba', filter: { ...noFilter, ...filter } });
  expect(screen.getByRole('link', { name: 'Aruba' })).toHaveAttribute('href', `/search?${address}`);
});
