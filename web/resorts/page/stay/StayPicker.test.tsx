import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { addDays } from '#common/days.ts';
import { OwnHoldsOf } from '#web/bookings/holds/OwnHold.tsx';
import { heldBookings } from '#web/bookings/holds/testing/heldBookings.ts';
import StayPicker from './StayPicker.tsx';
import { freeNights } from './testing/freeNights.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-05-20T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'elementFromPoint');
});

/** One listing is free from June 5 to 12, one from June 26 to July 4. */
const anyPart = freeNights(['2027-06-05', '2027-06-12'], ['2027-06-26', '2027-07-04', 1, '$1,250']);

/** At least three of the first nights, and the last ones only as a whole. */
const longer = freeNights(['2027-06-05', '2027-06-12', 3], ['2027-06-26', '2027-07-04', 8]);

async function show(search = '', free = anyPart, seasons: object[] = [], held: object[] = []) {
  const environment = createMockEnvironment();
  const asked: object[] = [];
  const nights = [...free].map(([date, { price, shortest, isWhole, departures }]) => ({
    date,
    price: { formatted: price },
    shortestStay: { checkIn: shortest.from, checkOut: shortest.to, isWhole },
    departures,
  }));
  const answer = () =>
    act(async () => {
      for (const operation of environment.mock.getAllOperations()) {
        const { variables, node } = operation.request;
        if (node.operation.name === 'OwnHoldQuery') {
          environment.mock.resolve(operation, heldBookings(held));
          continue;
        }
        asked.push(variables);
        const from = variables['from'] ?? '2027-06-01';
        const to = `${addDays(addDays(from, 28 * variables['months']), 14).slice(0, 8)}01`;
        environment.mock.resolve(
          operation,
          MockPayloadGenerator.generate(operation, {
            Resort: () => ({ id: 'one', seasons, stayCalendar: { from, to, nights } }),
          }),
        );
      }
    });
  const { address } = renderWithRelay(
    <OwnHoldsOf resortId="resort" isSignedIn={held.length > 0}>
      <StayPicker resortId="one" />
    </OwnHoldsOf>,
    { environment, path: `/resort/one${search}` },
  );
  await answer();
  return { asked, answer, address };
}

const day = (date: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-day="2027-${date}"]`);
  if (!found) throw new Error(`The calendar lacks ${date}`);
  return found;
};
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
const press = (key: string) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const valueOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const selected = () =>
  [...document.querySelectorAll('[aria-selected=true] [data-day]')].map(
    (each) => (each as HTMLElement).dataset['day'],
  );

describe('The calendar', () => {
  it('begins with the first free month; it has prices, and strikes other nights through', async () => {
    const { asked } = await show();
    expect(asked).toEqual([{ id: 'one', from: null, months: 2, guests: null }]);
    expect(screen.getByRole('grid', { name: 'June 2027' })).toBeDefined();
    expect(day('06-05').textContent).toBe('5$100');
    expect(day('06-05').getAttribute('aria-label')).toBe('Saturday, June 5, 2027, $100, available');
    expect(day('06-12').dataset['state']).toBe('taken');
    expect(day('06-12').getAttribute('aria-disabled')).toBe('true');
    expect(day('07-03').textContent).toBe('3$1,250');
    expect(screen.getByText('12 nights available in June 2027')).toBeDefined();
  });

  it('takes the first and the last day one after the other', async () => {
    const { address, asked } = await show();
    await click(day('06-06'));
    expect(address()).toBe('/resort/one?month=2027-06&night=2027-06-06');
    expect(asked).toHaveLength(1);
    expect(screen.getByText('Now choose the day you leave, up to Jun 12.')).toBeDefined();
    expect(valueOf('Check in')).toBe('2027-06-06');
    // The day of departure is not a free night.
    expect(day('06-12').getAttribute('aria-disabled')).toBe('false');
    expect(day('06-13').getAttribute('aria-disabled')).toBe('true');
    await click(day('06-13'));
    await click(day('06-12'));
    expect(address()).toBe('/resort/one?from=2027-06-06&to=2027-06-12&month=2027-06');
    expect(selected()).toEqual([0, 1, 2, 3, 4, 5, 6].map((later) => addDays('2027-06-06', later)));
    expect(screen.getByText('6 nights: Sun, Jun 6 – Sat, Jun 12, 2027')).toBeDefined();
    expect(valueOf('Check out')).toBe('2027-06-12');
  });

  it('begins anew with a day that no stay can end on, and forgets a day chosen twice', async () => {
    const { address } = await show('?night=2027-06-08');
    await click(day('06-26'));
    expect(address()).toBe('/resort/one?month=2027-06&night=2027-06-26');
    await click(day('06-26'));
    expect(address()).toBe('/resort/one?month=2027-06');
  });

  it('works by keys, over the end of a month', async () => {
    const { address, answer } = await show();
    day('06-26').focus();
    fireEvent.click(day('06-26'));
    await press('End');
    await press('ArrowDown');
    expect(document.activeElement).toBe(day('06-26'));
    await press('PageDown');
    await answer();
    expect(address()).toBe('/resort/one?month=2027-07&night=2027-06-26');
    await waitFor(() => expect(document.activeElement).toBe(day('07-26')));
    for (const _ of [1, 2, 3]) await press('ArrowUp');
    await press('Home');
    await press('ArrowUp');
    expect(document.activeElement).toBe(day('07-04'));
    await click(day('07-04'));
    expect(address()).toBe('/resort/one?from=2027-06-26&to=2027-07-04&month=2027-07');
  });
});

describe('Dragging', () => {
  async function drag(from: string, ...over: string[]) {
    await act(async () => void fireEvent.pointerDown(day(from), { button: 0 }));
    for (const each of over) {
      document.elementFromPoint = () => day(each);
      await act(async () => void fireEvent.pointerMove(window));
    }
  }
  const drop = () => act(async () => void fireEvent.pointerUp(window));

  it('over nights chooses them, as far as they are free', async () => {
    const { address } = await show();
    await drag('06-06', '06-08', '06-20');
    expect(selected().at(-1)).toBe('2027-06-12');
    expect(address()).toBe('/resort/one');
    await drop();
    expect(address()).toBe('/resort/one?from=2027-06-06&to=2027-06-12&month=2027-06');
  });

  it('an end of the stay changes it, and keeps the guests', async () => {
    const { address } = await show('?from=2027-06-06&to=2027-06-12&guests=4&month=2027-06');
    await drag('06-12', '06-09');
    await drop();
    expect(address()).toBe('/resort/one?from=2027-06-06&to=2027-06-09&guests=4&month=2027-06');
    await drag('06-06', '06-05');
    await drop();
    expect(address()).toBe('/resort/one?from=2027-06-05&to=2027-06-09&guests=4&month=2027-06');
  });

  it('keeps the guests that were chosen since it began', async () => {
    const { address, answer } = await show();
    await drag('06-06', '06-08');
    await type('Guests', '3');
    await answer();
    await drop();
    expect(address()).toBe('/resort/one?from=2027-06-06&to=2027-06-08&guests=3&month=2027-06');
  });

  it('that is broken off chooses nothing', async () => {
    const { address } = await show();
    await drag('06-06', '06-08');
    await act(async () => void fireEvent.pointerCancel(window));
    await drop();
    expect(selected()).toEqual([]);
    expect(address()).toBe('/resort/one');
  });
});

describe('Typed', () => {
  it('days choose the stay and turn to its month', async () => {
    const { address, answer } = await show();
    await type('Check in', '2027-06-30');
    expect(address()).toBe('/resort/one?month=2027-06&night=2027-06-30');
    await type('Check out', '2027-07-03');
    await answer();
    expect(address()).toBe('/resort/one?from=2027-06-30&to=2027-07-03&month=2027-06');
    expect(selected()).toEqual(['2027-06-30', '2027-07-01', '2027-07-02', '2027-07-03']);
  });

  it.each([
    ['2027-06-05', 'Check out must be after check in'],
    ['2027-09-01', 'A stay may have at most 60 nights'],
  ])('departure on %s is refused: %s', async (to, message) => {
    const { address } = await show('?night=2027-06-06&month=2027-06');
    await type('Check out', to);
    expect(screen.getByText(message)).toBeDefined();
    expect(screen.getByLabelText('Check out').getAttribute('aria-invalid')).toBe('true');
    expect(address()).toBe('/resort/one?night=2027-06-06&month=2027-06');
  });

  it('nights that are not free are named', async () => {
    await show('?night=2027-06-06&month=2027-06');
    await type('Check out', '2027-06-28');
    expect(screen.getByText("These nights can't be booked in one unit")).toBeDefined();
  });

  it('guests are kept in the address and asked for', async () => {
    const { address, answer, asked } = await show('?from=2027-06-06&to=2027-06-12');
    await type('Guests', '4');
    await answer();
    expect(address()).toBe('/resort/one?from=2027-06-06&to=2027-06-12&guests=4');
    expect(asked.at(-1)).toEqual({ id: 'one', from: '2027-05-01', months: 3, guests: 4 });
  });
});

describe('Where the owner asks for more nights', () => {
  const hint = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

  it('a click on a day chooses the shortest stay, and a later day makes it longer', async () => {
    const { address } = await show('', longer);
    expect(day('06-05').getAttribute('aria-label')).toBe(
      'Saturday, June 5, 2027, $100, available. At least 3 nights',
    );
    await click(day('06-06'));
    expect(address()).toBe('/resort/one?from=2027-06-06&to=2027-06-09&month=2027-06');
    expect(hint()).toContain(
      '3 nights: Sun, Jun 6 – Wed, Jun 9, 2027. At least 3 nights. Choose a later day to stay longer.',
    );
    await click(day('06-11'));
    expect(address()).toBe('/resort/one?from=2027-06-06&to=2027-06-11&month=2027-06');
    expect(hint()).toContain('5 nights: Sun, Jun 6 – Fri, Jun 11, 2027');
    // Too late to arrive: the last stay.
    await click(day('06-11'));
    expect(address()).toBe('/resort/one?from=2027-06-09&to=2027-06-12&month=2027-06');
    expect(hint()).toContain('3 nights: Wed, Jun 9 – Sat, Jun 12, 2027. At least 3 nights.');
    await click(day('06-09'));
    expect(address()).toBe('/resort/one?month=2027-06');
  });

  it('a click on any night of a stay that is only let as a whole chooses all of it', async () => {
    const { address } = await show('', longer);
    await click(day('06-28'));
    expect(address()).toBe('/resort/one?from=2027-06-26&to=2027-07-04&month=2027-06');
    expect(hint()).toContain(
      '8 nights: Sat, Jun 26 – Sun, Jul 4, 2027. Only as a whole: Jun 26 to Jul 4.',
    );
  });

  it('typed days fill up to the shortest stay, and fewer nights are refused', async () => {
    const { address } = await show('?month=2027-06', longer);
    await type('Check in', '2027-06-06');
    expect(address()).toBe('/resort/one?from=2027-06-06&to=2027-06-09&month=2027-06');
    await type('Check out', '2027-06-08');
    expect(hint()).toContain('At least 3 nights');
    expect(screen.getByLabelText('Check out').getAttribute('aria-invalid')).toBe('true');
    // After the departure: another stay.
    await type('Check in', '2027-06-26');
    expect(address()).toBe('/resort/one?from=2027-06-26&to=2027-07-04&month=2027-06');
    await type('Check out', '2027-07-01');
    expect(hint()).toContain('Only as a whole: Jun 26 to Jul 4');
    await type('Check out', '2027-07-04');
    expect(hint()).not.toContain('Only as a whole: Jun 26 to Jul 4');
    expect(screen.getByLabelText('Check out').getAttribute('aria-invalid')).toBe('false');
  });

  it('a day of arrival that is linked to or typed names the rule', async () => {
    const { address } = await show('?night=2027-06-06&month=2027-06', longer);
    expect(hint()).toContain('At least 3 nights. Now choose the day you leave, Jun 9 to Jun 12.');
    expect(day('06-12').getAttribute('aria-disabled')).toBe('false');
    await type('Check in', '2027-06-11');
    expect(address()).toBe('/resort/one?month=2027-06&night=2027-06-11');
    expect(hint()).toContain('At least 3 nights. Choose an earlier day to arrive.');
    await type('Check in', '2027-06-30');
    expect(hint()).toContain('Only as a whole: Jun 26 to Jul 4.');
  });
});

it('Nights that the visitor holds are not struck through, and lead to their stay', async () => {
  const hold = { checkIn: '2027-06-15', checkOut: '2027-06-18' };
  const { address } = await show('?month=2027-06&guests=3', anyPart, [], [hold]);
  expect(day('06-14').dataset['state']).toBe('taken');
  expect(day('06-15').dataset['state']).toBe('own');
  expect(day('06-17').getAttribute('aria-label')).toBe(
    'Thursday, June 17, 2027, you are holding this night',
  );
  expect(day('06-17').getAttribute('aria-disabled')).toBe('false');
  expect(day('06-18').dataset['state']).toBe('taken');
  expect(screen.getByText('12 nights available in June 2027, 3 held by you')).toBeDefined();
  await click(day('06-17'));
  expect(address()).toBe('/resort/one?from=2027-06-15&to=2027-06-18&guests=3&month=2027-06');
  expect(screen.queryByText("These nights can't be booked in one unit")).toBeNull();
});

it('The seasons of a year are listed with their weeks', async () => {
  await show('', anyPart, [
    { name: 'Red', firstWeek: 1, lastWeek: 8 },
    { name: 'White', firstWeek: 9, lastWeek: 9 },
    { name: 'Red', firstWeek: 50, lastWeek: 53 },
  ]);
  const seasons = screen.getByRole('region', { name: 'Seasons' });
  expect([...seasons.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Red weeks 1 – 8, 50 – 53',
    'White week 9',
  ]);
});
