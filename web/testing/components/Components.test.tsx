import { readdirSync, readFileSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { Components } from './Components.tsx';

/** Parts of other components, and what is mounted by itself only. */
const withoutState = ['material/Material.tsx'];

it('shows every component of web/ui', () => {
  const page = readFileSync('web/testing/components/Components.tsx', 'utf8');
  const components = readdirSync('web/ui', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  );
  const missing = components.filter(
    (file) => !withoutState.includes(file) && !page.includes(`'#web/ui/${file}'`),
  );
  expect(missing).toEqual([]);
});

it('is drawn, with a dialog that opens and a part that fails', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Components /> }])} />);
  expect(screen.getByRole('heading', { name: 'Components' })).toBeVisible();
  expect(await screen.findByText(/^The weeks could not be loaded/)).toBeVisible();
  // React logs the failure of the part, which the page contains.
  expect(logged.mock.calls.flat().join(' ')).toContain('A part of the page failed');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel a Booking' }));
  expect(await screen.findByRole('dialog', { name: 'Cancel this booking?' })).toBeVisible();
  logged.mockRestore();
});
