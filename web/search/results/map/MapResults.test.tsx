import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it, vi } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { parseSearch } from '#web/search/address/searchUrl.ts';
import { searchVariables } from '#web/search/address/searchVariables.ts';
import { MapResults } from './MapResults.tsx';
import type MapView from './MapView.tsx';
import { loadSearchMapPage } from './searchMapPageLoader.ts';

const sea = { south: -40, west: -140, north: -30, east: -120 };
const search = parseSearch(new URLSearchParams('view=map&area=-40,-140,-30,-120'));

// jsdom draws no map: this one comes to rest when it is told to.
vi.mock('./MapView.tsx', () => ({
  default: ({ onRest }: ComponentProps<typeof MapView>) => (
    <button type="button" onClick={() => onRest({ ...sea, north: -31 })}>
      Rest
    </button>
  ),
}));

const found = (count: number) => ({
  SearchReading: () => ({ readAs: 'aruba', leftOut: ['pet friendly'], sort: null }),
  ResortMap: () => ({ totalCount: { value: 46 } }),
  ResortConnection: () => ({ totalCount: { value: count, isCapped: false }, edges: [] }),
});

it('a map that shows all results again is not held by where it rested before', async () => {
  const environment = createMockEnvironment();
  const { query, filter, sort } = searchVariables(search);
  const { reference, list } = loadSearchMapPage(environment, { query, filter, sort, bounds: sea });
  const answer = (count: number) =>
    environment.mock
      .getAllOperations()
      .forEach((operation) =>
        environment.mock.resolve(operation, MockPayloadGenerator.generate(operation, found(count))),
      );
  answer(0);
  const onPlace = vi.fn();
  renderWithRelay(
    <MapResults reference={reference} list={list} search={search} onPlace={onPlace} />,
    { environment },
  );
  const rest = await screen.findByRole('button', { name: 'Rest' });
  await userEvent.click(screen.getByRole('button', { name: 'show all results' }));
  expect(onPlace.mock.calls).toEqual([[{ area: null }]]);

  await userEvent.click(rest);
  expect(onPlace).toHaveBeenCalledOnce();
  const asked = environment.mock.getAllOperations();
  expect(asked.map(({ request }) => request.variables['bounds'])).toEqual([null, null]);
  await act(async () => answer(46));
  await waitFor(() => expect(screen.getByText('46 results in this area')).toBeInTheDocument());
  expect(rest).not.toBeInTheDocument();
  expect(screen.getByText('Showing results for “aruba”.')).toBeInTheDocument();
  expect(screen.getByText(/^No resort here says “pet friendly”\./)).toBeInTheDocument();

  await userEvent.click(screen.getByRole('button', { name: 'Rest' }));
  expect(onPlace).toHaveBeenLastCalledWith({ area: { ...sea, north: -31 } });
});
