import { act, screen, within } from '@testing-library/react';
import { loadQuery, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it } from 'vitest';
import type { resortPageLoaderQuery } from '#web/__generated__/resortPageLoaderQuery.graphql.ts';
import type { resortPageLoaderStayQuery } from '#web/__generated__/resortPageLoaderStayQuery.graphql.ts';
import type { resortPageLoaderWeeksQuery } from '#web/__generated__/resortPageLoaderWeeksQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { resortPageQuery, resortStayQuery, resortWeeksQuery } from '../resortPageLoader.ts';
import { ResortWeeks } from '../weeks/ResortWeeks.tsx';
import { BookBar } from './BookBar.tsx';
import { OwnHoldsOf } from '#web/bookings/holds/OwnHold.tsx';
import { heldBookings } from '#web/bookings/holds/testing/heldBookings.ts';

type Reference = ReturnType<typeof loadQuery<resortPageLoaderStayQuery>>;

function Parts({ reference }: { reference: Reference }) {
  const { resort, site } = useLazyLoadQuery<resortPageLoaderQuery>(resortPageQuery, {
    id: 'resort',
  });
  const weeks = useLazyLoadQuery<resortPageLoaderWeeksQuery>(resortWeeksQuery, { id: 'resort' });
  return (
    resort &&
    weeks.resort && (
      <OwnHoldsOf resortId="resort" isSignedIn>
        <BookBar resort={resort} reference={reference} />
        <ResortWeeks
          resort={weeks.resort}
          night={undefined}
          facts={{ resort, site }}
          onShowAll={() => undefined}
        />
      </OwnHoldsOf>
    )
  );
}

/** The bar and the list of weeks, which has none, for a stay in the URL. */
async function renderParts(stay: object | null, held: object[] = []) {
  const environment = createMockEnvironment();
  const resolvers = {
    ListingConnection: () => ({ edges: [] }),
    Resort: () => ({ id: 'Resort:1', databaseId: 'resort', amenities: [], stay }),
  };
  // Answers all that is asked for, then and later.
  for (const _ of Array(4)) {
    environment.mock.queueOperationResolver((operation) =>
      operation.request.node.operation.name === 'OwnHoldQuery'
        ? heldBookings(held)
        : MockPayloadGenerator.generate(operation, resolvers),
    );
  }
  const variables = {
    id: 'resort',
    checkIn: '2027-06-05',
    checkOut: '2027-06-12',
    guests: null,
    listingId: null,
  };
  environment.mock.queuePendingOperation(resortStayQuery, variables);
  const reference = loadQuery<resortPageLoaderStayQuery>(environment, resortStayQuery, variables);
  await act(async () => {
    renderWithRelay(<Parts reference={reference} />, {
      environment,
      path: '/resort/resort?from=2027-06-05&to=2027-06-12',
    });
  });
}

const bar = () => within(screen.getByRole('region', { name: 'Price and booking' }));

it.each([
  [true, /^Book Now/],
  [false, /^Request to Book/],
])(
  'the bar of a small screen asks the owner where they have to agree: %s',
  async (isInstant, name) => {
    await renderParts({
      nights: 7,
      listing: { databaseId: 'listing', isInstant, quote: { isInstant } },
    });
    expect(bar().getByRole('link', { name })).toBeInTheDocument();
  },
);

it('own held nights lead back to their checkout from the bar and the list of weeks', async () => {
  await renderParts(null, [{}]);
  expect(screen.queryByText(/^No weeks are on offer/)).not.toBeInTheDocument();
  const list = within(screen.getByRole('list', { name: 'Weeks you are holding' }));
  for (const part of [bar(), list]) {
    expect(part.getByRole('timer')).toHaveTextContent('13:4');
    expect(part.getByRole('link', { name: /^Continue booking/ })).toBeInTheDocument();
  }
});

it('nights that nobody holds for the visitor are not offered as theirs', async () => {
  await renderParts(null);
  expect(screen.getByText(/^No weeks are on offer/)).toBeInTheDocument();
  expect(bar().getByRole('button', { name: 'Book Now' })).toBeInTheDocument();
});
