import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useResortView } from './useResortView.ts';

function ShowJune() {
  const { show } = useResortView();
  return (
    <button type="button" onClick={() => show({ month: '2027-06' })}>
      June
    </button>
  );
}

it('a change takes nothing from the address of another page that is still loading', async () => {
  const router = createMemoryRouter(
    [
      { path: '/resort/:id', Component: ShowJune },
      { path: '/search', loader: () => new Promise(() => undefined), element: null },
    ],
    { initialEntries: ['/resort/one?guests=2'] },
  );
  render(<RouterProvider router={router} />);
  await act(async () => void router.navigate('/search?guests=9&from=2027-06-05&to=2027-06-12'));
  expect(router.state.navigation.location?.pathname).toBe('/search');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'June' })));
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe('/resort/one?guests=2&month=2027-06');
});
