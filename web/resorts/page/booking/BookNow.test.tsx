import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SiteFactsContext } from '#web/page/siteFacts.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { BookNow } from './BookNow.tsx';

const stay = (isInstant: boolean) => ({
  listingId: 'listing',
  checkIn: '2027-06-05',
  checkOut: '2027-06-12',
  guests: 2,
  totalCents: 140_000,
  isInstant,
  words: 'Jun 5 – 12, 2027',
});

it('offers to book until a week is chosen whose owner has to agree', () => {
  renderWithRelay(
    <>
      <BookNow />
      <BookNow stay={stay(true)} />
      <BookNow stay={stay(false)} />
      <BookNow stay={stay(true)} variant="week" />
      <BookNow stay={stay(false)} variant="week" />
    </>,
  );
  expect(screen.getByRole('button')).toHaveTextContent(/^Book Now$/);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Book Now Jun 5 – 12, 2027',
    'Request to Book Jun 5 – 12, 2027',
    'Book Jun 5 – 12, 2027',
    'Request Jun 5 – 12, 2027',
  ]);
});

it('without payments, leads to no checkout but to the team', () => {
  renderWithRelay(
    <SiteFactsContext
      value={{
        title: 'Tideweek',
        holdsSampleData: true,
        takesPayments: false,
        certificateLeadDays: 14,
      }}
    >
      <BookNow stay={stay(true)} />
      <BookNow stay={stay(false)} variant="week" />
    </SiteFactsContext>,
  );
  const links = screen.getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Contact Us']);
  expect(links[0]).toHaveAttribute('href', '/contact');
});
