import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SiteFactsContext } from '../../../shell/siteFacts.ts';
import { renderWithRelay } from '../../../testing/renderWithRelay.tsx';
import { BookNow } from './BookNow.tsx';

const stay = {
  listingId: 'week',
  checkIn: '2031-06-07',
  checkOut: '2031-06-14',
  guests: 2,
  totalCents: 90_000,
  words: 'June 7 to 14',
};

const renderOn = (takesPayments: boolean) =>
  renderWithRelay(
    <SiteFactsContext value={{ holdsSampleData: true, takesPayments }}>
      <BookNow stay={stay} />
      <BookNow stay={stay} variant="week" />
    </SiteFactsContext>,
  );

it('leads to the checkout of a stay', () => {
  renderOn(true);
  expect(screen.getAllByRole('link', { name: /^Book/ })).toHaveLength(2);
});

it('without payments, leads to no checkout but to the team', () => {
  renderOn(false);
  expect(screen.queryByRole('link', { name: /^Book/ })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact');
});
