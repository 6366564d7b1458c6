import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderWithRelay } from '../../../testing/renderWithRelay.tsx';
import { OwnHoldOf, OwnHolds } from './OwnHold.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: false }));
afterEach(() => void vi.useRealTimers());

const booking = (given: object) => ({
  node: {
    id: 'Booking:1',
    status: 'HELD',
    checkIn: '2027-06-05',
    checkOut: '2027-06-12',
    guests: 3,
    heldSeconds: 821,
    payment: null,
    listing: { id: 'Listing:1', databaseId: 'week' },
    resort: { id: 'Resort:1', databaseId: 'resort' },
    ...given,
  },
});

async function renderHolds(...bookings: object[]) {
  const { environment } = renderWithRelay(
    <>
      <OwnHolds resortId="resort" isSignedIn />
      <OwnHoldOf resortId="resort" isSignedIn checkIn="2027-06-05" checkOut="2027-06-12">
        <p>These nights can’t be booked.</p>
      </OwnHoldOf>
    </>,
  );
  await act(async () => {
    for (const operation of environment.mock.getAllOperations()) {
      environment.mock.resolve(operation, {
        data: { viewer: { id: 'User:1', bookings: { edges: bookings.map(booking) } } },
      });
    }
  });
}

it('own nights in a checkout are not taken: they lead back to it while the time runs', async () => {
  await renderHolds({});
  expect(screen.queryByText('These nights can’t be booked.')).not.toBeInTheDocument();
  expect(screen.getByText(/^You are holding these nights/)).toHaveTextContent(
    'You are holding these nights, 13:41 left.',
  );
  act(() => vi.advanceTimersByTime(42_000));
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

it('visitors who are signed out are not asked for', () => {
  const { environment } = renderWithRelay(<OwnHolds resortId="resort" isSignedIn={false} />);
  expect(environment.mock.getAllOperations()).toHaveLength(0);
});
