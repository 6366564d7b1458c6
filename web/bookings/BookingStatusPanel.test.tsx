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

async function show(takesPayments: boolean, booking: object) {
  const { environment, unmount, container } = renderWithRelay(
    <SiteFactsContext
      value={{ title: 'Tideweek', holdsSampleData: false, takesPayments, certificateLeadDays: 14 }}
    >
      <Panel />
    </SiteFactsContext>,
  );
  await act(async () => {
    environment.mock.resolveMostRecentOperation((operation) =>
      MockPayloadGenerator.generate(operation, {
        Booking: () => ({
          parts: ['TRAVELER'],
          takenBy: null,
          otherWeeks: [],
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
  return { container, unmount };
}

const textsOf = (elements: Iterable<Element>) => [...elements].map((each) => each.textContent);

/** What a traveler can do with a booking that waits for their payment. */
async function actions(takesPayments: boolean, booking: object): Promise<(string | null)[]> {
  const { unmount } = await show(takesPayments, booking);
  const names = textsOf([...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')]);
  unmount();
  return names;
}

async function quotes(booking: object): Promise<(string | null)[]> {
  const { container, unmount } = await show(true, { offer: null, ...booking });
  const texts = textsOf(container.querySelectorAll('blockquote'));
  unmount();
  return texts;
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

it('says why it stands so, also after guests were renamed or money was given', async () => {
  const offer = { move: 'OFFER', note: 'The pool is closed.' };
  const events = [
    offer,
    { move: 'RENAME_GUESTS', note: 'Ada Byron' },
    { move: 'GOODWILL', note: 'For the closed pool.' },
  ];
  expect(await quotes({ status: 'PENDING', events })).toEqual(['The pool is closed.']);
  expect(await quotes({ status: 'CONFIRMED', events: events.slice(1) })).toEqual([]);
});

/** What the page says about money that is given back. */
async function saysOf(refundSteps: object[], refundTriedAgainAt: string | null = null) {
  const { container, unmount } = await show(true, {
    status: 'CANCELLED',
    offer: null,
    chargeback: null,
    asksRefundDetails: false,
    refund: { formatted: '$100' },
    refundSteps,
    refundTriedAgainAt,
  });
  const text = container.textContent ?? '';
  unmount();
  return text;
}

it('does not promise a refund for the next days that a bank has refused', async () => {
  const at = '2027-06-05T12:00:00Z';
  const step = (status: string) => ({ status, amount: { formatted: '$100' }, at, reference: null });
  const promise = 'You get back $100. It takes the bank a few days.';
  expect(await saysOf([step('ON_ITS_WAY')])).toContain(promise);
  const refused = await saysOf([step('REFUSED')], at);
  expect(refused).not.toContain('You get back');
  expect(refused).toContain('It is tried again');
  expect(await saysOf([step('REFUSED')])).toContain('The money is kept for you; our team looks');
  expect(await saysOf([step('REFUSED'), step('ON_ITS_WAY')])).toContain(promise);
});
