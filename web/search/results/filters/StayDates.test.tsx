import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { addMonths, utcToday } from '#common/days.ts';
import { parseSearch } from '#web/search/address/searchUrl.ts';

import { useAskedSearch } from '../address/useAskedSearch.ts';
import { monthLabel } from '#web/search/address/stayTime.ts';
import { FlexibleStay } from '#web/search/fields/FlexibleStay.tsx';
import { StayDates } from '#web/search/fields/StayDates.tsx';

/** The fields at an address, which follows their changes. */
function Fields() {
  const { asked, change } = useAskedSearch();
  return <StayDates time={asked} onChange={change} FlexibleStay={undefined} />;
}

const kind = (name: 'Exact dates' | 'Flexible') => screen.getByRole('radio', { name });

describe('The dates of a search', () => {
  it('are exact at first; days around them can be chosen once they are valid', async () => {
    const { address } = renderWithRelay(<Fields />, { path: '/search?guests=2' });
    expect(kind('Exact dates')).toBeChecked();
    expect(screen.queryByRole('radiogroup', { name: 'Give or take' })).toBeNull();
    await userEvent.type(screen.getByLabelText('Check in'), '2027-06-12');
    await userEvent.type(screen.getByLabelText('Check out'), '2027-06-05');
    expect(screen.getByText('Check out after you check in')).toBeInTheDocument();
    expect(address()).toBe('/search?guests=2');
    await userEvent.clear(screen.getByLabelText('Check out'));
    await userEvent.type(screen.getByLabelText('Check out'), '2027-06-19');
    expect(address()).toBe('/search?from=2027-06-12&to=2027-06-19&guests=2');
    await userEvent.click(screen.getByRole('radio', { name: '± 3 days' }));
    expect(address()).toBe('/search?from=2027-06-12&to=2027-06-19&flex=3&guests=2');
    await userEvent.click(screen.getByRole('radio', { name: 'These days' }));
    expect(address()).toBe('/search?from=2027-06-12&to=2027-06-19&guests=2');
  });

  it('are flexible by month, season and length, which take the place of exact ones', async () => {
    const month = addMonths(utcToday().slice(0, 7), 3);
    const { address } = renderWithRelay(<Fields />, {
      path: '/search?from=2027-06-12&to=2027-06-19&flex=3',
    });
    await userEvent.click(kind('Flexible'));
    const arrival = await screen.findByLabelText('Arrival');
    expect(arrival).toHaveValue('');
    expect(address()).toBe('/search?from=2027-06-12&to=2027-06-19&flex=3');
    await userEvent.selectOptions(arrival, monthLabel(month));
    expect(address()).toBe(`/search?month=${month}`);
    expect(arrival).toHaveFocus();
    await userEvent.click(screen.getByRole('radio', { name: 'Weekend' }));
    expect(address()).toBe(`/search?month=${month}&nights=weekend`);
    const seasons = within(screen.getByRole('group', { name: 'Seasons' }));
    const [, next] = seasons.getAllByRole<HTMLOptionElement>('option');
    await userEvent.selectOptions(arrival, next?.value ?? '');
    expect(address()).toBe(`/search?season=${next?.value}&nights=weekend`);
    await userEvent.selectOptions(arrival, 'Any time');
    expect(address()).toBe('/search?nights=weekend');
    // Exact dates take their place again.
    await userEvent.click(kind('Exact dates'));
    await userEvent.type(screen.getByLabelText('Check in'), '2027-06-12');
    await userEvent.type(screen.getByLabelText('Check out'), '2027-06-19');
    expect(address()).toBe('/search?from=2027-06-12&to=2027-06-19');
  });

  it('offer 18 months and the next seasons, and what a link asks for besides', () => {
    const time = parseSearch(new URLSearchParams('month=2020-02&nights=3-5'));
    const onChange = vi.fn();
    renderWithRelay(<StayDates time={time} onChange={onChange} FlexibleStay={FlexibleStay} />);
    expect(kind('Flexible')).toBeChecked();
    const options = (group: string) =>
      within(screen.getByRole('group', { name: group }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(options('Months')).toHaveLength(19);
    expect(options('Months')[0]).toBe('February 2020');
    expect(options('Months')[1]).toBe(monthLabel(utcToday().slice(0, 7)));
    expect(options('Seasons')).toHaveLength(6);
    expect(new Set(options('Seasons').map((name) => name?.split(' ')[0]))).toEqual(
      new Set(['Winter', 'Spring', 'Summer', 'Fall']),
    );
    expect(screen.getByLabelText('Arrival')).toHaveDisplayValue('February 2020');
    expect(screen.getByRole('radio', { name: '3–5 nights' })).toBeChecked();
  });
});
