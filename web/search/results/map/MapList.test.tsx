import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it, vi } from 'vitest';
import type { MapListTestQuery } from '#web/__generated__/MapListTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import type { SearchState } from '#web/search/address/searchState.ts';
import { parseSearch } from '#web/search/address/searchUrl.ts';
import { MapList, useMapList } from './MapList.tsx';
import type { MarkedResort } from './mapMarkers.ts';

const bounds = { south: 12, west: -71, north: 13, east: -69 };
const inArea = parseSearch(new URLSearchParams('view=map&area=12,-71,13,-69'));

const onShowAll = vi.fn();
const onMark = vi.fn<(resort: MarkedResort | null) => void>();

function List({ search }: { search: SearchState }) {
  const query = useLazyLoadQuery<MapListTestQuery>(
    graphql`
      query MapListTestQuery($bounds: MapBoundsInput) {
        ...MapList_query @arguments(bounds: $bounds, sort: HIGHEST_RATED)
      }
    `,
    { bounds },
  );
  const found = useMapList(query);
  const [marked, setMarked] = useState<MarkedResort | null>(null);
  return (
    <MapList
      found={found}
      action={null}
      search={search}
      guests={null}
      marked={marked}
      onMark={(resort) => {
        onMark(resort);
        setMarked(resort);
      }}
      onShowAll={onShowAll}
    />
  );
}

const page = (names: string[], hasNextPage: boolean, total: number) => ({
  totalCount: { value: total, isCapped: false },
  edges: names.map((name) => ({
    cursor: `after-${name}`,
    week: null,
    node: { id: name, databaseId: name, name, rating: 4.5, latitude: 12.5, longitude: -70 },
  })),
  pageInfo: { hasNextPage, endCursor: `after-${names.at(-1)}` },
});

function renderList(found: ReturnType<typeof page>, search = inArea) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, { ResortConnection: () => found }),
  );
  renderWithRelay(<List search={search} />, { environment });
  return environment;
}

it('the list beside the map counts what is in its area, and loads more of it', async () => {
  const environment = renderList(page(['Surf Club', 'Ocean Club'], true, 3));
  expect(screen.getByText('3 results in this area')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Load More Results' }));
  const operation = await waitFor(() => environment.mock.getMostRecentOperation());
  expect(operation.request.variables).toMatchObject({ bounds, after: 'after-Ocean Club' });
  await act(async () => {
    environment.mock.resolve(
      operation,
      MockPayloadGenerator.generate(operation, {
        ResortConnection: () => page(['Divi Village'], false, 3),
      }),
    );
  });
  expect(screen.getAllByRole('article')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Load More Results' })).not.toBeInTheDocument();
});

it('a card that is pointed at or focused is the one that the map marks', async () => {
  renderList(page(['Surf Club', 'Ocean Club'], false, 2));
  const [first, second] = screen.getAllByRole('article');
  await userEvent.hover(second as HTMLElement);
  expect(onMark).toHaveBeenLastCalledWith(expect.objectContaining({ databaseId: 'Ocean Club' }));
  expect(second?.closest('li')).toHaveClass(/marked/);
  await userEvent.unhover(second as HTMLElement);
  expect(onMark).toHaveBeenLastCalledWith(null);
  within(first as HTMLElement)
    .getByRole('link')
    .focus();
  await waitFor(() =>
    expect(onMark).toHaveBeenLastCalledWith(expect.objectContaining({ databaseId: 'Surf Club' })),
  );
});

it('an empty area offers all results', async () => {
  renderList(page([], false, 0));
  await userEvent.click(screen.getByRole('button', { name: 'show all results' }));
  expect(onShowAll).toHaveBeenCalledOnce();
});
