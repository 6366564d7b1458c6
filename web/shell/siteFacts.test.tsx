import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ClosingCall } from '../pages/home/ClosingCall.tsx';
import { Testimonials } from '../pages/home/Testimonials.tsx';
import { TrustStrip } from '../pages/home/TrustStrip.tsx';
import { BookNow } from '../pages/resort/booking/BookNow.tsx';
import { renderWithRelay } from '../testing/renderWithRelay.tsx';
import { SiteFactsContext } from './siteFacts.ts';

const stay = {
  listingId: 'week',
  checkIn: '2031-06-07',
  checkOut: '2031-06-14',
  guests: 2,
  totalCents: 90_000,
  words: 'June 7 to 14',
};

const renderOn = (facts: { holdsSampleData: boolean; takesPayments: boolean }) =>
  renderWithRelay(
    <SiteFactsContext value={facts}>
      <TrustStrip />
      <Testimonials />
      <ClosingCall />
      <BookNow stay={stay} />
      <BookNow stay={stay} variant="week" />
    </SiteFactsContext>,
  );

it('a real site claims no ratings, voices or trust of the samples', () => {
  const { container } = renderOn({ holdsSampleData: false, takesPayments: true });
  expect(container).not.toHaveTextContent(/6,808|BBB|Margaret|most trusted/);
});

it('the sample site shows the figures and voices', () => {
  const { container } = renderOn({ holdsSampleData: true, takesPayments: true });
  for (const text of ['based on 6,808 reviews', 'BBB rating', 'Margaret Ellis', 'most trusted']) {
    expect(container).toHaveTextContent(text);
  }
  expect(screen.getAllByRole('link', { name: /^Book/ })).toHaveLength(2);
});

it('without payments, no button leads to a checkout', () => {
  renderOn({ holdsSampleData: true, takesPayments: false });
  expect(screen.queryByRole('link', { name: /^Book/ })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact');
});
