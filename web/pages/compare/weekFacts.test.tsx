import { screen } from '@testing-library/react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it } from 'vitest';
import type { weekFactsTestQuery } from '../../__generated__/weekFactsTestQuery.graphql.ts';
import { renderWithRelay } from '../../testing/renderWithRelay.tsx';
import { useWeekFacts } from './weekFacts.ts';

function Bookings() {
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
      {facts.map(([stay], index) => (
        <li key={index}>{stay?.facts.find(({ term }) => term === 'Booking')?.value}</li>
      ))}
    </ul>
  );
}

it('A comparison says which weeks are booked at once, and which on request', () => {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      Query: () => ({
        comparedListings: [
          { id: 'Listing:1', isInstant: true, freeStays: [] },
          { id: 'Listing:2', isInstant: false, freeStays: [] },
        ],
      }),
    }),
  );
  renderWithRelay(<Bookings />, { environment });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Confirmed at once',
    'On request, answered within 24 hours',
  ]);
});
