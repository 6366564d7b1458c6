import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { ConfirmForm } from './ConfirmForm.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { OutdatedError } from './outdated.ts';

it('after a conflict, data is reloaded only when the dialog closes', async () => {
  const refresh = vi.fn(() => Promise.reject(new Error('No answer')));
  const close = vi.fn();
  const dialog = (
    <FormDialog title="Verify" isOpen onClose={close} focusAfter={() => null}>
      <ConfirmForm
        label="Verify"
        busyLabel="Verifying…"
        text={{ label: 'Note' }}
        fallbackMessage="Please try again"
        run={() => Promise.reject(new OutdatedError('It is verified already', refresh))}
      >
        Verify it?
      </ConfirmForm>
    </FormDialog>
  );
  const { unmount } = render(
    <RouterProvider router={createMemoryRouter([{ path: '*', element: dialog }])} />,
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Note' }), { target: { value: 'Typed' } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  const show = await screen.findByRole('button', { name: 'Show What Changed' });
  expect(screen.getByRole('alert').textContent).toContain('It is verified already');
  expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
  expect(refresh).not.toHaveBeenCalled();
  // Runs effects, after which the typed text counts as unsaved work again.
  await act(async () => {});
  fireEvent.click(show);
  expect(close).toHaveBeenCalledOnce();
  unmount();
  expect(refresh).toHaveBeenCalledOnce();
});

it('a day that is not in the calendar is an error of its field, and nothing is sent', async () => {
  const run = vi.fn();
  render(
    <ConfirmForm
      label="Verify"
      busyLabel="Verifying…"
      day={{ name: 'goodUntil', label: 'Good until', hint: 'The last day' }}
      fallbackMessage="Please try again"
      run={run}
    >
      Verify it?
    </ConfirmForm>,
  );
  const day = screen.getByLabelText('Good until');
  fireEvent.change(day, { target: { value: '20270-02-13' } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('A date is written like 2027-02-13')).not.toBeNull();
  expect(day.getAttribute('aria-invalid')).toBe('true');
  expect(run).not.toHaveBeenCalled();
});
