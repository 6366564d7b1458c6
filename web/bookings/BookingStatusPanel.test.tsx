import { act, screen } from '@testing-library/react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { MockPayloadGenerator } from 'relay-test-utils';
import { expect, it } from 'vitest';
import type { BookingStatusPanelTestQuery } from '../__generated__/BookingStatusPanelTestQuery.graphql.ts';
import { SiteFactsContext } from '../page/siteFacts.ts';
import { renderWithRelay } from '../testing/renderWithRelay.tsx';
import { BookingStatusPanel } from './BookingStatusPanel.tsx';

function Panel() {
  const { booking } = useLazyLoadQuery<BookingStatusPanelTestQuery>(
    graphql`
      query BookingStatusPanelTestQuery @relay_test_operation {
        booking(id: "any") {
          ...BookingStatusPanel_booking
        }
      }
    `,
    {},
  );
  return booking && <BookingStatusPanel booking={booking} />;
}

/** What a traveler can do with a booking that waits for their payment. */
async function actions(takesPayments: boolean, booking: object): Promise<(string | null)[]> {
  const { environment, unmount } = renderWithRelay(
    <SiteFactsContext value={{ title: 'Tideweek', holdsSampleData: false, takesPayments }}>
      <Panel />
    </SiteFactsContext>,
  );
  await act(async () => {
    environment.mock.resolveMostRecentOperation((operation) =>
      MockPayloadGenerator.generate(operation, {
        Booking: () => ({
          parts: ['TRAVELER'],
          takenBy: null,
          heldUntil: null,
          answerBy: null,
          certificateNumber: null,
          certificateDue: null,
          refund: null,
          refundSteps: [],
          refundTriedAgainAt: null,
          choices: [],
          events: [],
          checkIn: '2027-06-05',
          checkOut: '2027-06-12',
          ...booking,
        }),
      }),
    );
    await Promise.resolve();
  });
  const found = [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')];
  const names = found.map(({ textContent }) => textContent);
  unmount();
  return names;
}

it('leads to a payment only while the site takes payments', async () => {
  const held = { status: 'HELD', offer: null };
  expect(await actions(true, held)).toContain('Go On Paying');
  expect(await actions(false, held)).not.toContain('Go On Paying');
  const choices = [{ move: 'TAKE_OFFER' }, { move: 'REFUSE_OFFER' }];
  const offered = { status: 'PENDING', offer: null, choices };
  expect(await actions(true, offered)).toContain('Take the Offer');
  expect(await actions(false, offered)).not.toContain('Take the Offer');
});
