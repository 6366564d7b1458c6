import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConfirmForm } from './ConfirmForm.tsx';
import { OutdatedError } from './outdated.ts';

it('What has changed meanwhile is loaded when the dialog closes, so that its message can be read', async () => {
  const refresh = vi.fn(() => Promise.reject(new Error('No answer')));
  const close = vi.fn();
  const { unmount } = render(
    <ConfirmForm
      label="Verify"
      busyLabel="Verifying…"
      onCancel={close}
      fallbackMessage="Please try again"
      run={() => Promise.reject(new OutdatedError('It is verified already', refresh))}
    >
      Verify it?
    </ConfirmForm>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  const show = await screen.findByRole('button', { name: 'Show What Changed' });
  expect(screen.getByRole('alert').textContent).toContain('It is verified already');
  expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
  expect(refresh).not.toHaveBeenCalled();
  fireEvent.click(show);
  expect(close).toHaveBeenCalledOnce();
  unmount();
  expect(refresh).toHaveBeenCalledOnce();
});
