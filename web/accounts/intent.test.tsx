import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { rememberIntent, useIntent } from './intent.ts';

let done: string[];

beforeEach(() => {
  done = [];
  sessionStorage.clear();
});

function Doer({ name, isSignedIn = true }: { name: string; isSignedIn?: boolean }) {
  useIntent(name, isSignedIn, () => done.push(name));
  return null;
}

function open(path: string, isSignedIn = true) {
  const element = ['favorite 1', 'favorite 2'].map((name) => (
    <Doer key={name} name={name} isSignedIn={isSignedIn} />
  ));
  const router = createMemoryRouter([{ path: '*', element }], {
    initialEntries: ['/auth', path],
  });
  render(<RouterProvider router={router} />);
  return router;
}

const addressOf = ({ state: { location } }: ReturnType<typeof open>) =>
  location.pathname + location.search;

describe('An intent stored before signing in', () => {
  it.each(['/search', '/search?q=aruba&guests=2'])(
    'runs once on return to %s and leaves that URL unchanged',
    async (path) => {
      const back = rememberIntent('favorite 2', path);
      const router = open(back);
      expect(done).toEqual(['favorite 2']);
      expect(addressOf(router)).toBe(path);
      expect(router.state.historyAction).toBe('REPLACE');
      await act(() => router.navigate('/'));
      await act(() => router.navigate(back));
      open(back);
      expect(done).toEqual(['favorite 2']);
    },
  );

  it('waits until someone is signed in', () => {
    const back = rememberIntent('favorite 1', '/search');
    expect(addressOf(open(back, false))).toBe(back);
    expect(done).toEqual([]);
    open(back);
    expect(done).toEqual(['favorite 1']);
  });

  it('is not triggered by a URL that this tab did not make', () => {
    open('/search?then=123');
    rememberIntent('favorite 1', '/search');
    open('/search?then=123');
    open('/search');
    expect(done).toEqual([]);
  });

  it('is replaced by a later intent', () => {
    const early = rememberIntent('favorite 1', '/search');
    const late = rememberIntent('favorite 2', '/search');
    open(early);
    expect(done).toEqual([]);
    open(late);
    expect(done).toEqual(['favorite 2']);
  });
});
