import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { steadyAtFirst } from './steadyRouter.ts';

test('navigation during hydration shows the next page, without a mismatch', async () => {
  const router = createMemoryRouter(
    [
      { path: '/sent', element: <h1>The page that was sent</h1> },
      { path: '/next', element: <h1>The next page</h1> },
    ],
    { initialEntries: ['/sent'] },
  );
  const root = document.createElement('div');
  root.innerHTML = '<h1>The page that was sent</h1>';
  const mismatches: unknown[] = [];
  await act(async () => {
    hydrateRoot(root, <RouterProvider router={steadyAtFirst(router)} />, {
      onRecoverableError: (error) => mismatches.push(error),
    });
    // Before React renders anything.
    await router.navigate('/next');
  });
  expect(mismatches).toEqual([]);
  expect(root.textContent).toBe('The next page');
  await act(() => router.navigate('/sent'));
  expect(root.textContent).toBe('The page that was sent');
});
