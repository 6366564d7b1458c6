import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import FailedEscrows from './FailedEscrows.tsx';

const failed = {
  data: {
    failedEscrows: [
      {
        saleId: '7',
        tries: 25,
        lastError: 'The escrow partner refused the connection',
        lastErrorDetails: null,
        listing: {
          __typename: 'OwnListing',
          id: 'T3duTGlzdGluZzox',
          databaseId: '1',
          title: 'A week by the harbour',
          resort: { __typename: 'Resort', id: 'UmVzb3J0OjE=', name: 'Palm Cove' },
        },
      },
    ],
  },
};

it('an escrow that was given up is asked for again', async () => {
  const { environment } = renderWithRelay(<FailedEscrows />);
  const answer = (given: Parameters<typeof environment.mock.resolveMostRecentOperation>[0]) =>
    act(async () => environment.mock.resolveMostRecentOperation(given));
  await answer(failed);
  expect(screen.getByText(/Palm Cove; asked 25 times\. The escrow partner refused/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'A week by the harbour' })).toHaveAttribute(
    'href',
    '/sales/7',
  );
  await act(async () =>
    fireEvent.click(screen.getByLabelText('Ask the partner again for A week by the harbour')),
  );
  expect(environment.mock.getMostRecentOperation().request.variables).toEqual({
    input: { listingId: '1' },
  });
  await answer({ data: { retryEscrow: { __typename: 'RetryEscrowPayload' } } });
  expect(screen.getByText('Asked again')).toBeVisible();
});
