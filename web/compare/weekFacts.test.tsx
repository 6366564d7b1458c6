import { screen } from '@testing-library/react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it } from 'vitest';
import type { weekFactsTestQuery } from '../__generated__/weekFactsTestQuery.graphql.ts';
import { renderWithRelay } from '../testing/renderWithRelay.tsx';
import { useWeekFacts } from './weekFacts.ts';

const wanted = ['Booking', 'Beds', 'Bathrooms', 'Kitchen', 'Check-in from'];

function Facts() {
  const { comparedListings } = useLazyLoadQuery<weekFactsTestQuery>(
    graphql`
      query weekFactsTestQuery @relay_test_operation {
        comparedListings(ids: []) {
          ...weekFacts_listings
        }
      }
    `,
    {},
  );
  const facts = useWeekFacts(comparedListings.filter((listing) => listing != null));
  return (
    <ul>
      {facts.map((groups, index) => (
        <li key={index}>
          {groups
            .flatMap((group) => group.facts)
            .filter(({ term, value }) => wanted.includes(term) && value !== undefined)
            .map(({ term, value }) => `${term}: ${value}`)
            .join(', ')}
        </li>
      ))}
    </ul>
  );
}

it('A comparison says which weeks are on request, and what the owners said of their units', () => {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      Query: () => ({
        comparedListings: [
          {
            id: 'Listing:1',
            isInstant: true,
            freeStays: [],
            facts: { beds: 3, bathrooms: 1.5, kitchen: 'NONE', checkInTime: '15:00' },
          },
          {
            id: 'Listing:2',
            isInstant: false,
            freeStays: [],
            facts: { beds: null, bathrooms: null, kitchen: null, checkInTime: null },
          },
        ],
      }),
    }),
  );
  renderWithRelay(<Facts />, { environment });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Booking: Confirmed at once, Beds: 3, Bathrooms: 1.5, Kitchen: No kitchen, Check-in from: 3:00 PM',
    'Booking: On request, answered within 24 hours',
  ]);
});
