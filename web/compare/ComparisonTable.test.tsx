import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ComparisonTable, type ComparedColumn } from './ComparisonTable.tsx';

const column = (id: string, price: string, view: string | undefined): ComparedColumn => ({
  id,
  head: id,
  groups: [
    {
      title: 'What it costs',
      facts: [
        { term: 'Sale price', value: price },
        { term: 'Sleeps', value: '4 guests' },
        { term: 'View', value: view },
      ],
    },
  ],
});

it('A comparison marks what differs, and says what is unknown', () => {
  render(
    <ComparisonTable
      columns={[column('Palm', '$9,000', 'Ocean'), column('Cove', '$12,000', undefined)]}
    />,
  );
  const cells = (row: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${row}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells('Sale price')).toEqual(['$9,000', '$12,000']);
  expect(cells('Sleeps')).toEqual(['4 guests', '4 guests']);
  expect(cells('View')).toEqual(['Ocean', 'Not said']);
  const differing = screen
    .getAllByRole('rowheader')
    .filter(({ textContent }) => textContent?.includes('(differs)'))
    .map(({ textContent }) => textContent?.replace(/≠.*/, ''));
  expect(differing).toEqual(['Sale price', 'View']);
});
