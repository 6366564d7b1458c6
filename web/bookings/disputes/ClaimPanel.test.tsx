import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { MockPayloadGenerator } from 'relay-test-utils';
import { expect, it, vi } from 'vitest';
import type { ClaimPanelTestQuery } from '#web/__generated__/ClaimPanelTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { ClaimPanel } from './ClaimPanel.tsx';

function Shown() {
  const { booking, site } = useLazyLoadQuery<ClaimPanelTestQuery>(
    graphql`
      query ClaimPanelTestQuery @relay_test_operation {
        site {
          ...ClaimPanel_site
        }
        booking(id: "any") {
          ...ClaimPanel_booking
        }
      }
    `,
    {},
  );
  return booking && <ClaimPanel booking={booking} site={site} />;
}

async function show(part: string, claim: object | null, booking: object = {}) {
  const { environment, container } = renderWithRelay(<Shown />);
  await act(async () => {
    environment.mock.resolveMostRecentOperation((operation) =>
      MockPayloadGenerator.generate(operation, {
        PaymentSetup: () => ({ provider: 'SANDBOX', testCards: [] }),
        Booking: () => ({ parts: [part], payment: null, events: [], claim, ...booking }),
      }),
    );
    await Promise.resolve();
  });
  return { environment, container };
}

const money = (formatted: string) => ({ amount: 20_000, currency: 'USD', formatted });

const claimOf = (status: string) => ({
  status,
  answerBy: ['CLAIMED', 'CONTESTED'].includes(status) ? '2027-06-20T12:00:00Z' : null,
  amount: money('$300'),
  owed: status === 'OWED' || status === 'PAID' ? money('$200') : null,
});

it.each([
  ['TRAVELER', 'CLAIMED', 'Agree and pay it, or contest it, by'],
  ['OWNER', 'CLAIMED', 'The traveler can answer until'],
  ['TEAM', 'CONTESTED', 'Then you decide.'],
  ['TRAVELER', 'OWED', 'You owe $200 for it, and have not paid. Nothing is charged by itself'],
  ['OWNER', 'OWED', 'It cannot be collected: you get it with the next payout once it is paid.'],
  ['TEAM', 'OWED', 'The traveler owes $200 for it, and has not paid.'],
  ['OWNER', 'PAID', '$200 is paid. You get it with the next payout.'],
  ['TRAVELER', 'DISMISSED', 'Our team has decided that nothing is owed for it.'],
])('tells the %s how a claim that is %s stands', async (part, status, words) => {
  const { container } = await show(part, claimOf(status));
  expect(container.textContent).toContain('The owner claims $300 for a damage.');
  expect(container.textContent).toContain(words);
  const pays = part === 'TRAVELER' && status === 'OWED';
  expect(screen.queryAllByRole('button', { name: 'Pay $200' })).toHaveLength(pays ? 1 : 0);
});

it('shows nothing without a claim', async () => {
  const { container } = await show('OWNER', null);
  expect(container.textContent).toBe('');
});

it('shows why the team decided so, and why a card was declined', async () => {
  const { container } = await show('TRAVELER', claimOf('OWED'), {
    payment: { status: 'FAILED', failure: 'Not enough money.' },
    events: [{ move: 'DECIDE_CLAIM', note: 'The picture shows it.', at: '2027-06-21T12:00:00Z' }],
  });
  expect(container.textContent).toContain('The picture shows it.');
  expect(container.textContent).toContain('Not enough money.');
});

it('pays with a card, of which the site gets a token', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json({ token: 'card_1' }))),
  );
  const user = userEvent.setup();
  const { environment } = await show('TRAVELER', claimOf('OWED'));
  await user.click(screen.getByRole('button', { name: 'Pay $200' }));
  expect(screen.getByText('Card number is required')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Card number' }), '4242424242424242');
  await user.type(screen.getByRole('textbox', { name: 'Expires (MM/YY)' }), '0931');
  await user.type(screen.getByRole('textbox', { name: 'Security code' }), '123');
  await user.click(screen.getByRole('button', { name: 'Pay $200' }));
  await vi.waitFor(() =>
    expect(environment.mock.getMostRecentOperation().request.variables).toMatchObject({
      input: { method: 'card_1' },
    }),
  );
  vi.unstubAllGlobals();
});
