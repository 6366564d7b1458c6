import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { askedOf, List, meaningOf, useListTable, type ListDefinition } from './List.tsx';

interface Row {
  databaseId: string;
  name: string;
}

const kinds = [
  { value: '', label: 'All kinds' },
  { value: 'week', label: 'Weeks', is: 'WEEK' },
  { value: 'other', label: 'Others' },
] as const;

const list: ListDefinition<Row, 'NAME' | 'NAME_DESCENDING'> = {
  name: 'Palms',
  noun: 'palm',
  keyOf: ({ databaseId }) => databaseId,
  search: 'Search by name',
  filters: [{ name: 'kind', label: 'Kind', choices: kinds }],
  none: 'Plant another.',
  columns: [
    {
      id: 'name',
      header: 'Name',
      orders: ['NAME', 'NAME_DESCENDING'],
      cell: ({ name }) => name,
    },
  ],
  dialogs: {
    ofRow: { edit: ({ row, isOpen }) => isOpen && <p>Edits {row?.name}</p> },
    ofNone: { add: ({ row, isOpen }) => isOpen && <p>Adds {row?.name ?? 'a palm'}</p> },
  },
  bulk: {
    label: 'With the chosen palms',
    nameOf: ({ name }) => name,
    canBeChosen: ({ name }) => name !== 'Dead',
    Actions: ({ chosen, bar }) => bar(<p>Waters {chosen.map(({ name }) => name).join(', ')}</p>),
  },
};

const rows = ['Ada', 'Dead', 'Eve'].map((name, index) => ({ databaseId: `${index}`, name }));

function Palms({ found }: { found: readonly Row[] }) {
  const table = useListTable(list);
  return (
    <List
      list={list}
      data={undefined}
      found={{
        totalCount: { value: found.length, isCapped: false },
        edges: found.map((node) => ({ node })),
        pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: 'a', endCursor: 'z' },
      }}
      table={table}
      refresh={() => Promise.resolve()}
    />
  );
}

const open = (search: string, found = rows) =>
  renderWithRelay(<Palms found={found} />, { path: `/admin/palms${search}` });

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));

const asked = (search: string) =>
  askedOf(list, {
    pathname: '/admin/palms',
    id: '',
    params: {},
    search: new URLSearchParams(search),
  });

it('is asked for what its address says', () => {
  expect(asked('q=%20ada%20&kind=week&sort=-name&before=cursor')).toEqual({
    search: 'ada',
    filters: { kind: 'week' },
    order: 'NAME_DESCENDING',
    page: { last: 25, before: 'cursor' },
  });
});

it('an unknown order and an unknown filter mean nothing', () => {
  const { order, search, page } = asked('q=&sort=constructor&after=cursor');
  expect({ order, search, page }).toEqual({
    order: undefined,
    search: null,
    page: { first: 25, after: 'cursor' },
  });
  expect(['week', 'other', '', '__proto__', undefined].map((is) => meaningOf(kinds, is))).toEqual([
    'WEEK',
    null,
    null,
    null,
    null,
  ]);
});

it('sorts by a heading in both directions, from the first page', async () => {
  const { address } = open('?q=a&after=cursor');
  await press('Name');
  expect(address()).toBe('/admin/palms?q=a&sort=name');
  await press('Name');
  expect(address()).toBe('/admin/palms?q=a&sort=-name');
});

it('without any row offers no way to show all', () => {
  open('', []);
  expect(screen.getByText('No palms yet')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Show All Palms' })).toBeNull();
});

it('counts its rows, and says what to do where there are none', () => {
  open('?q=ash', []);
  expect(screen.getByText('0 palms')).toBeVisible();
  expect(screen.getByText('No palms found')).toBeVisible();
  expect(screen.getByText('Plant another.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show All Palms' })).toHaveAttribute(
    'href',
    '/admin/palms',
  );
});

it.each([
  ['?dialog=edit&id=2', 'Edits Eve'],
  ['?dialog=add', 'Adds a palm'],
  ['?dialog=add&id=2', 'Adds a palm'],
])('opens the dialog in its address: %s', (search, text) => {
  open(search);
  expect(screen.getByText(text)).toBeVisible();
});

it.each(['?dialog=edit&id=9', '?dialog=edit', '?dialog=toString&id=2'])(
  'opens no dialog that it does not have, and none about an unknown row: %s',
  (search) => {
    open(search);
    expect(screen.queryByText(/^(Edits|Adds)/)).toBeNull();
  },
);

it('offers its bulk actions for the rows that are chosen and can be', () => {
  open('');
  const bar = within(screen.getByRole('group', { name: 'With the chosen palms' }));
  expect(screen.getByRole('checkbox', { name: 'Choose Dead' })).toBeDisabled();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Eve' }));
  expect(bar.getByText('Waters Eve')).toBeVisible();
  const all = bar.getByRole('checkbox', { name: 'Choose all on this page' });
  fireEvent.click(all);
  expect(bar.getByText('Waters Ada, Eve')).toBeVisible();
  fireEvent.click(all);
  expect(bar.getByText('Waters')).toBeVisible();
});
