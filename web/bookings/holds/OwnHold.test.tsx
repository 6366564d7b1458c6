import { act, fireEvent, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SiteFactsContext } from '#web/page/siteFacts.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import HeldWeeks from './HeldWeeks.tsx';
import { OwnHoldOf, OwnHolds, OwnHoldsOf } from './OwnHold.tsx';
import { heldBookings } from './testing/heldBookings.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: false }));
afterEach(() => void vi.useRealTimers());

async function renderHolds(...bookings: object[]) {
  await renderWith(
    <OwnHoldsOf resortId="resort" isSignedIn>
      <OwnHolds label="Nights you are holding" />
      <Late>
        <OwnHoldOf checkIn="2027-06-05" checkOut="2027-06-12">
          <p>These nights can’t be booked.</p>
        </OwnHoldOf>
      </Late>
    </OwnHoldsOf>,
    bookings,
  );
}

async function renderWith(ui: ReactNode, bookings: readonly object[]) {
  const { environment } = renderWithRelay(ui);
  await act(async () => {
    for (const operation of environment.mock.getAllOperations()) {
      environment.mock.resolve(operation, heldBookings(bookings));
    }
  });
}

/** Shown once it is asked for. */
function Late({ children }: { children: ReactNode }) {
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <button onClick={() => setIsShown((was) => !was)}>Turn</button>
      {isShown && children}
    </>
  );
}

it('own nights in a checkout are not taken: they lead back to it while the time runs', async () => {
  await renderHolds({});
  expect(screen.queryByText('These nights can’t be booked.')).not.toBeInTheDocument();
  expect(screen.getByText(/^You are holding these nights/)).toHaveTextContent(
    'You are holding these nights, 13:41 left.',
  );
  act(() => vi.advanceTimersByTime(42_000));
  expect(screen.getByText(/^You are holding these nights/)).toHaveTextContent('12:59 left');
  // What is shown later goes on with the same time.
  fireEvent.click(screen.getByText('Turn'));
  fireEvent.click(screen.getByText('Turn'));
  expect(screen.getByText(/^You are holding these nights/)).toHaveTextContent('12:59 left');
  for (const link of screen.getAllByRole('link', { name: /^Continue booking/ })) {
    expect(link).toHaveAttribute(
      'href',
      '/checkout/week?checkIn=2027-06-05&checkOut=2027-06-12&guests=3',
    );
  }
});

it('a hold whose payment is under way has no time that runs out', async () => {
  await renderHolds({ heldSeconds: 0, payment: { status: 'NEEDS_ACTION' } });
  expect(screen.getByText(/^You are holding these nights/)).toHaveTextContent(
    'Their payment is under way.',
  );
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
});

it('requests, holds that are over and those of other resorts say nothing', async () => {
  await renderHolds(
    { id: 'Booking:2', status: 'PENDING', heldSeconds: null },
    { id: 'Booking:3', heldSeconds: 0 },
    { id: 'Booking:4', resort: { id: 'Resort:2', databaseId: 'another' } },
  );
  expect(screen.getByText('These nights can’t be booked.')).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('a search shows the holds at all resorts, each with its resort', async () => {
  await renderWith(<HeldWeeks />, [
    {},
    {
      id: 'Booking:4',
      heldSeconds: 60,
      resort: { id: 'Resort:2', databaseId: 'another', name: 'Hill House' },
    },
  ]);
  expect(screen.getAllByText(/^You are holding/).map((line) => line.textContent)).toEqual([
    'You are holding Sat, Jun 5 – Sat, Jun 12, 2027 at Sea House, 13:41 left.',
    'You are holding Sat, Jun 5 – Sat, Jun 12, 2027 at Hill House, 1:00 left.',
  ]);
  expect(screen.getAllByRole('link', { name: /^Continue booking/ })).toHaveLength(2);
});

it('a hold that ends is not shown as held any longer', async () => {
  await renderHolds({});
  act(() => vi.advanceTimersByTime(820_000));
  expect(screen.getByText(/^You are holding these nights/)).toBeInTheDocument();
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.queryByText(/^You are holding/)).not.toBeInTheDocument();
  expect(screen.getByText('These nights can’t be booked.')).toBeInTheDocument();
});

it('where no payments are taken, a hold leads to the team', async () => {
  await renderWith(
    <SiteFactsContext
      value={{
        title: 'Tideweek',
        holdsSampleData: false,
        takesPayments: false,
        certificateLeadDays: 14,
      }}
    >
      <HeldWeeks />
    </SiteFactsContext>,
    [{}],
  );
  expect(screen.getByRole('link')).toHaveAttribute('href', '/contact');
});

it('visitors who are signed out are not asked for', () => {
  const { environment } = renderWithRelay(
    <OwnHoldsOf resortId="resort" isSignedIn={false}>
      <OwnHolds label="Nights you are holding" />
    </OwnHoldsOf>,
  );
  expect(environment.mock.getAllOperations()).toHaveLength(0);
});
