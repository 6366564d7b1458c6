import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ReportForm } from './ReportForm.tsx';

it('a report is sent only with a reason, and with details that fit it', async () => {
  const send = vi.fn(() => Promise.resolve());
  render(
    <ReportForm
      label="Report Review"
      reasons={{ SPAM: 'Spam', OTHER: 'Something else' }}
      send={send}
    />,
  );
  const report = () => fireEvent.click(screen.getByRole('button', { name: 'Send Report' }));
  const tell = (value: string) =>
    fireEvent.change(screen.getByLabelText('Details (optional)'), { target: { value } });

  report();
  await screen.findByText('Choose a reason');
  fireEvent.click(screen.getByRole('radio', { name: 'Something else' }));
  report();
  await screen.findByText('Tell us what is wrong');
  tell('x'.repeat(2001));
  report();
  await screen.findByText('Details may have at most 2,000 characters');
  expect(send).not.toHaveBeenCalled();

  tell('It is about another place.');
  report();
  await waitFor(() =>
    expect(send).toHaveBeenCalledExactlyOnceWith({
      reason: 'OTHER',
      details: 'It is about another place.',
    }),
  );
});
