import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { chosenFilters } from '#web/search/address/chosenFilters.ts';
import { noFilters } from '#web/search/address/searchState.ts';
import { parseSearch } from '#web/search/address/searchUrl.ts';
import { ActiveFilters, type ReadPhrase } from './SearchChips.tsx';

const june: ReadPhrase = {
  label: 'June 2027',
  words: 'june',
  without: 'aruba for 4',
  asWords: 'aruba "june" for 4',
};
const four: ReadPhrase = {
  label: '4 guests',
  words: 'for 4',
  without: 'aruba june',
  asWords: 'aruba june "for 4"',
};

function renderChips(address: string, phrases: ReadPhrase[] = []) {
  const onChange = vi.fn();
  const search = parseSearch(new URLSearchParams(address));
  renderWithRelay(
    <ActiveFilters
      chosen={chosenFilters(search)}
      phrases={phrases}
      cleared={noFilters}
      onChange={onChange}
    />,
  );
  const group = screen.getByRole('group', { name: 'Chosen filters' });
  return { onChange, chips: within(group), group };
}

describe('The chips of a search', () => {
  it.each([
    ['from=2027-06-05&to=2027-06-12&flex=3', ['Jun 5 – 12, 2027', '± 3 days']],
    ['from=2027-12-28&to=2028-01-04', ['Dec 28, 2027 – Jan 4, 2028']],
    ['month=2027-06&nights=7', ['June 2027', '7 nights']],
    ['season=summer-2027&nights=weekend', ['Summer 2027', 'Weekend']],
    ['season=winter-2026&nights=3-5', ['Winter 2026–27', '3–5 nights']],
    ['nights=1&total=2000', ['1 night', 'up to $2,000 in all']],
    ['destination=Aruba&guests=4&bedrooms=0', ['Aruba', '4 guests', 'Studio or larger']],
    ['instant=1', ['Book at once']],
  ])('say what %s asks', (address, labels) => {
    const { chips } = renderChips(address);
    expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      ...labels.map((label) => `Remove filter ${label}`),
      'Clear all filters',
    ]);
  });

  it('remove a condition each, and dates together with the days around them', async () => {
    const { chips, onChange, group } = renderChips(
      'from=2027-06-05&to=2027-06-12&flex=3&total=900&guests=2',
    );
    const remove = (label: string) =>
      userEvent.click(chips.getByRole('button', { name: (name) => name.endsWith(label) }));
    await remove('± 3 days');
    expect(onChange).toHaveBeenLastCalledWith({ flex: null });
    expect(group).toHaveFocus();
    await remove('Jun 5 – 12, 2027');
    expect(onChange).toHaveBeenLastCalledWith({ from: '', to: '', flex: null });
    await remove('up to $900 in all');
    expect(onChange).toHaveBeenLastCalledWith({ total: null });
  });

  it('say how the text was read, and take a phrase away or back to its words', async () => {
    const { chips, onChange, group } = renderChips('q=aruba+june+for+4', [june, four]);
    expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'June 2027Search for the words “june” insteadRemove June 2027',
      '4 guestsSearch for the words “for 4” insteadRemove 4 guests',
    ]);
    await userEvent.click(chips.getByRole('button', { name: 'Remove June 2027' }));
    expect(onChange).toHaveBeenLastCalledWith({ query: 'aruba for 4' });
    expect(group).toHaveFocus();
    await userEvent.click(
      chips.getByRole('button', { name: /^Search for the words\s?“for 4”\s?instead$/ }),
    );
    expect(onChange).toHaveBeenLastCalledWith({ query: 'aruba june "for 4"' });
  });

  it('are none for a plain search', () => {
    expect(renderChips('q=aruba').chips.queryAllByRole('button')).toEqual([]);
  });
});
