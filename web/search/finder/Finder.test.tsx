import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { utcToday } from '#common/days.ts';
import { forgetSearches, recentSearches, rememberSearch } from '../recent/recentSearches.ts';
import { Finder } from './Finder.tsx';
import SiteSearch from './SiteSearch.tsx';

let isPhone = false;

beforeEach(() => {
  isPhone = false;
  vi.stubGlobal('matchMedia', () => ({
    matches: isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(button(name));
const year = Number(utcToday().slice(0, 4)) + 1;

describe('Where, when and who', () => {
  it('search for the text, a season and guests at one address, and are remembered', async () => {
    const { address } = renderWithRelay(<Finder />);
    await userEvent.type(screen.getByRole('combobox'), ' aruba ');
    await press(/^When/);
    const when = await screen.findByRole('dialog', { name: 'When' });
    await userEvent.click(within(when).getByRole('radio', { name: 'Flexible' }));
    await userEvent.selectOptions(within(when).getByLabelText('Arrival'), `summer-${year}`);
    await userEvent.click(within(when).getByRole('radio', { name: 'Week' }));
    await userEvent.click(within(when).getByRole('button', { name: 'Done' }));
    expect(button(/^When/)).toHaveTextContent(`WhenSummer ${year}, 7 nights`);
    await press(/^Who/);
    const who = await screen.findByRole('dialog', { name: 'Who' });
    for (let guest = 0; guest < 3; guest += 1) {
      await userEvent.click(within(who).getByRole('button', { name: 'More guests' }));
    }
    await userEvent.click(within(who).getByRole('button', { name: 'Fewer guests' }));
    await userEvent.keyboard('{Escape}');
    expect(button(/^Who/)).toHaveTextContent('Who2 guests');
    await press('Search');
    const path = `/search?q=aruba&season=summer-${year}&nights=7&guests=2`;
    expect(address()).toBe(path);
    await waitFor(() => expect(recentSearches()).toEqual([path]));
  });

  it('search for nothing if nothing is asked', async () => {
    const { address } = renderWithRelay(<Finder />);
    await press('Search');
    expect(address()).toBe('/');
    await press(/^Who/);
    const who = await screen.findByRole('dialog', { name: 'Who' });
    const fewer = within(who).getByRole('button', { name: 'Fewer guests' });
    expect(fewer).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(within(who).getByRole('button', { name: 'More guests' }));
    await userEvent.click(fewer);
    await userEvent.click(within(who).getByRole('button', { name: 'Done' }));
    await press('Search');
    expect(address()).toBe('/');
  });

  it('are three steps of a sheet on a phone, which keeps the text', async () => {
    isPhone = true;
    const { address } = renderWithRelay(<Finder />);
    await userEvent.type(screen.getByRole('combobox'), 'aruba');
    await press(/^When/);
    const sheet = within(await screen.findByRole('dialog', { name: 'Search' }));
    expect(sheet.getByRole('button', { name: /^Where/ })).toHaveTextContent('aruba');
    expect(sheet.getByRole('button', { name: /^When/ })).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(sheet.getByRole('button', { name: 'Next' }));
    expect(sheet.getByRole('button', { name: /^Who/ })).toHaveFocus();
    expect(sheet.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
    await userEvent.click(sheet.getByRole('button', { name: 'More guests' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Search' }));
    expect(address()).toBe('/search?q=aruba&guests=1');
  });

  it('of the header start with the place; Clear all empties them', async () => {
    const onClose = vi.fn();
    const { address } = renderWithRelay(<SiteSearch onClose={onClose} />);
    await userEvent.type(screen.getByRole('searchbox'), 'hawaii');
    await press('Clear all');
    await press('Search');
    expect(address()).toBe('/');
    await userEvent.type(screen.getByRole('searchbox'), 'maui{Enter}');
    expect(address()).toBe('/search?q=maui');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('Recent searches', () => {
  it('are shown while the box is empty, lead to the search, and can be removed', async () => {
    rememberSearch('/search?q=aruba&guests=4');
    rememberSearch('/search?q=maui');
    const { address } = renderWithRelay(<Finder />);
    await userEvent.click(screen.getByRole('combobox'));
    const recent = within(await screen.findByRole('region', { name: 'Recent searches' }));
    expect(recent.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '“maui”',
      '“aruba”, 4 guests',
    ]);
    await userEvent.click(recent.getByRole('button', { name: 'Remove “maui”' }));
    expect(recentSearches()).toEqual(['/search?q=aruba&guests=4']);
    await userEvent.click(recent.getByRole('link'));
    expect(address()).toBe('/search?q=aruba&guests=4');
    expect(screen.queryByRole('region', { name: 'Recent searches' })).not.toBeInTheDocument();
  });

  it('hide while a text is typed', async () => {
    rememberSearch('/search?q=maui');
    renderWithRelay(<Finder />);
    await userEvent.click(screen.getByRole('combobox'));
    await screen.findByRole('region', { name: 'Recent searches' });
    await userEvent.keyboard('a');
    expect(screen.queryByRole('region', { name: 'Recent searches' })).not.toBeInTheDocument();
  });

  it('are the last six, each once, and only searches', () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c'])
      rememberSearch(`/search?q=${name}`);
    rememberSearch('/search');
    rememberSearch(`/search?q=${'x'.repeat(600)}`);
    expect(recentSearches().map((path) => path.at(-1))).toEqual(['c', 'g', 'f', 'e', 'd', 'b']);
    localStorage.setItem('recent-searches', '["https://elsewhere.example", 5, "/search?q=a"]');
    expect(recentSearches()).toEqual(['/search?q=a']);
    localStorage.setItem('recent-searches', 'broken');
    expect(recentSearches()).toEqual([]);
    rememberSearch('/search?q=a');
    forgetSearches();
    expect(recentSearches()).toEqual([]);
  });
});
