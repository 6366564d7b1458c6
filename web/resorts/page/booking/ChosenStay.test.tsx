import { screen } from '@testing-library/react';
import { loadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { describe, expect, it } from 'vitest';
import type { resortPageLoaderStayQuery } from '#web/__generated__/resortPageLoaderStayQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { resortStayQuery } from '../resortPageLoader.ts';
import { ChosenStay } from './ChosenStay.tsx';

interface Given {
  isInstant?: boolean;
  description?: string;
  source?: string | null;
  cancellation?: string;
  cancellationSteps?: string[];
  facts?: object;
}

function renderStay({
  isInstant = false,
  description = 'The balcony looks at the reef.',
  source = null,
  cancellation = 'Free cancellation until May 6',
  cancellationSteps = [cancellation, '50% refund until May 22'],
  facts = { beds: null, bathrooms: null, kitchen: null, checkInTime: null },
}: Given = {}) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      Resort: () => ({ databaseId: 'resort', name: 'Surf Club' }),
      Listing: () => ({ databaseId: 'listing', isInstant, description, source, facts }),
      StayQuote: () => ({
        isInstant,
        cancellation,
        cancellationSteps,
        lines: [],
      }),
    }),
  );
  const variables = {
    id: 'resort',
    checkIn: '2027-06-05',
    checkOut: '2027-06-12',
    guests: 2,
    listingId: 'listing',
  };
  environment.mock.queuePendingOperation(resortStayQuery, variables);
  const reference = loadQuery<resortPageLoaderStayQuery>(environment, resortStayQuery, variables);
  return renderWithRelay(<ChosenStay reference={reference} />, {
    environment,
    path: '/resort/resort?from=2027-06-05&to=2027-06-12&guests=2',
  });
}

const stay = () => screen.getByRole('region', { name: 'Your stay' });

describe('The chosen stay', () => {
  it('is requested if its owner has to agree, and booked otherwise', () => {
    const { unmount } = renderStay();
    expect(stay()).toHaveTextContent('On request, answered within 24 hours');
    expect(screen.getByRole('link', { name: /^Request to Book/ })).toBeInTheDocument();
    unmount();
    renderStay({ isInstant: true });
    expect(stay()).not.toHaveTextContent('On request');
    expect(screen.getByRole('link', { name: /^Book Now/ })).toBeInTheDocument();
  });

  it('says all that cancelling gives back, and until when', () => {
    renderStay();
    expect(stay()).toHaveTextContent(
      'CancellationFree cancellation until May 650% refund until May 22After that, nothing is refunded',
    );
  });

  it('says what its owner said of the unit, and nothing else', () => {
    const facts = { beds: 3, bathrooms: 1.5, kitchen: 'FULL', checkInTime: '16:00' };
    const { unmount } = renderStay({ facts });
    expect(stay()).toHaveTextContent(
      '3 beds · 1.5 bathrooms · Full kitchen · Check-in from 4:00 PM',
    );
    unmount();
    renderStay({
      facts: { ...facts, beds: null, bathrooms: 1, kitchen: null, checkInTime: '00:30' },
    });
    expect(stay()).toHaveTextContent(
      /only as a whole1 bathroom · Check-in from 12:30 AMOn request/,
    );
  });

  it('says that only the tax is refunded, and not that nothing is', () => {
    const last = 'Only the occupancy tax is refunded after that: $131.20 back';
    renderStay({ cancellationSteps: ['50% refund until May 22', last] });
    expect(stay()).toHaveTextContent(last);
    expect(stay()).not.toHaveTextContent('nothing is refunded');
  });

  it('says that nothing is refunded', () => {
    renderStay({ cancellation: 'Not refundable', cancellationSteps: [] });
    expect(stay()).toHaveTextContent('CancellationNot refundable');
    expect(stay()).not.toHaveTextContent('After that');
  });

  it('has the words of its owner, closed if they are long', () => {
    const { unmount } = renderStay();
    expect(screen.getByText('The balcony looks at the reef.')).toBeVisible();
    unmount();
    const long = 'The balcony looks at the reef. '.repeat(20).trim();
    renderStay({ description: long });
    expect(screen.getByText('From the owner')).toBeVisible();
    expect(screen.getByText(long)).not.toBeVisible();
  });

  it.each([{ source: 'Sunrise Weeks' }, { description: ' \n' }])(
    'has no words that no owner wrote: %o',
    (given) => {
      renderStay(given);
      expect(screen.queryByText('From the owner')).not.toBeInTheDocument();
    },
  );
});
