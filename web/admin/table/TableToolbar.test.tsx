import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { TableToolbar } from './TableToolbar.tsx';
import { useTable } from './useTable.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function Table() {
  const { address, change } = useTable();
  return (
    <TableToolbar
      searchLabel="Search"
      address={address}
      onSearch={(search) => change({ search })}
      count="2 resorts"
    />
  );
}

/** Lets time pass, and what it changes be rendered. */
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

const type = (text: string) =>
  fireEvent.input(screen.getByRole('searchbox'), { target: { value: text } });

it('typing searches after a pause, and goes to the first page', async () => {
  const { address } = renderWithRelay(<Table />, { path: '/admin/resorts?after=cursor' });
  type('p');
  await pass(200);
  type('palm ');
  await pass(200);
  expect(address()).toBe('/admin/resorts?after=cursor');
  await pass(100);
  expect(address()).toBe('/admin/resorts?q=palm');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'palm ');
  type('palm b');
  await pass(300);
  expect(address()).toBe('/admin/resorts?q=palm+b');
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await pass(0);
  expect(address()).toBe('/admin/resorts');
});

it('Enter searches at once', async () => {
  const { address } = renderWithRelay(<Table />, { path: '/admin/resorts' });
  type('palm');
  fireEvent.submit(screen.getByRole('search'));
  await pass(0);
  expect(address()).toBe('/admin/resorts?q=palm');
});
