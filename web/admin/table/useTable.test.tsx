import { fireEvent, screen } from '@testing-library/react';
import { use } from 'react';
import { useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { useTable } from './useTable.ts';

const never = new Promise<void>(() => undefined);

/** Other rows never come, so the first ones stay. */
function Rows() {
  if (useLocation().search.includes('kind')) use(never);
  return null;
}

function Table() {
  const { change } = useTable(['kind', 'status']);
  return (
    <>
      <button onClick={() => change({ filters: { kind: 'week' } })}>Kind</button>
      <button onClick={() => change({ filters: { status: 'open' } })}>Status</button>
      <button onClick={() => change({ search: 'palm' })}>Search</button>
      <Rows />
    </>
  );
}

it('changes add up while the rows of the first are loading', () => {
  const { address } = renderWithRelay(<Table />, { path: '/admin/listings?after=cursor' });
  for (const name of ['Kind', 'Status', 'Search']) {
    fireEvent.click(screen.getByRole('button', { name }));
  }
  expect(address()).toBe('/admin/listings?q=palm&kind=week&status=open');
});
