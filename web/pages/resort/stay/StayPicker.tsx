import { useDeferredValue, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { StayPickerQuery } from '../../../__generated__/StayPickerQuery.graphql.ts';
import { formatShortDay, formatStay } from '../../../ui/words/dates.ts';
import { addMonths, nightsBetween } from '../../../ui/words/days.ts';
import { plural } from '../../../ui/words/numbers.ts';
import { useResortView } from '../useResortView.ts';
import { canBook, type FreeNight, type FreeNights, type Stay } from './choice.ts';
import { MonthGrid } from './MonthGrid.tsx';
import { SeasonCalendar } from './SeasonCalendar.tsx';
import { StayFields } from './StayFields.tsx';
import styles from './StayPicker.module.css';

interface StayPickerProps {
  resortId: string;
}

/** Chooses the nights and the guests of a stay; the URL keeps them. */
export default function StayPicker({ resortId }: StayPickerProps) {
  const { view, show } = useResortView();
  const { stay, guests } = view;
  const wanted = view.month ?? (stay?.from ?? view.night)?.slice(0, 7);
  // Undefined for the first month with a free night.
  const [asked, setAsked] = useState(wanted);
  // Prices for other guests replace these once they are loaded; a drag goes on meanwhile.
  const guestsShown = useDeferredValue(guests);
  const { resort } = useLazyLoadQuery<StayPickerQuery>(
    query,
    asked === undefined
      ? { id: resortId, from: null, months: 2, guests: guestsShown }
      : // The weeks at both ends have days of other months.
        { id: resortId, from: `${addMonths(asked, -1)}-01`, months: 3, guests: guestsShown },
  );
  const [begun, setBegun] = useState<[string, FreeNight]>();
  if (!resort) return null;
  const month = asked ?? resort.stayCalendar.from.slice(0, 7);
  if (wanted !== undefined && wanted !== month) setAsked(wanted);
  const loaded = resort.stayCalendar.nights.map(
    ({ date, price, stayUntil }): [string, FreeNight] => [
      date,
      { price: price.formatted, stayUntil },
    ],
  );
  // The stay may begin in a month that is no longer shown.
  const nights: FreeNights = new Map(begun ? [begun, ...loaded] : loaded);
  const night = stay ? undefined : view.night;

  const chooseNight = (chosen: string | undefined) => {
    const free = chosen === undefined ? undefined : nights.get(chosen);
    setBegun(chosen !== undefined && free ? [chosen, free] : undefined);
    show({ night: chosen, stay: undefined, month: monthWith(chosen) });
  };
  const chooseStay = (chosen: Stay) =>
    show({
      stay: { ...chosen, guests, listing: null },
      night: undefined,
      month: monthWith(chosen.from, chosen.to),
    });
  /** The month that is shown, unless it has none of these days. */
  const monthWith = (...days: (string | undefined)[]): string | undefined =>
    days.some((day) => day?.startsWith(month)) ? month : (days[0]?.slice(0, 7) ?? month);
  const chosen = { from: stay?.from ?? night ?? '', to: stay?.to ?? '' };
  const isKnown = resort.stayCalendar.from <= chosen.from && chosen.from < resort.stayCalendar.to;
  const isRefused = stay !== undefined && isKnown && !canBook(stay, nights);
  return (
    <div className={styles.picker}>
      <StayFields
        chosen={chosen}
        guests={guests}
        refusal={isRefused ? 'Some of these nights are not free in one unit' : undefined}
        onStay={chooseStay}
        onNight={chooseNight}
        onGuests={(count) => show({ guests: count, stay: stay && { ...stay, guests: count } })}
      />
      <p role="status" className={styles.hint}>
        {hintOf(night, stay, night === undefined ? undefined : nights.get(night))}
      </p>
      <MonthGrid
        month={month}
        nights={nights}
        night={night}
        stay={stay}
        onNight={chooseNight}
        onStay={chooseStay}
        onMonth={(next) => show({ month: next }, { replace: true })}
      />
      <SeasonCalendar resort={resort} />
    </div>
  );
}

const query = graphql`
  query StayPickerQuery($id: ID!, $from: Date, $months: Int!, $guests: Int) {
    resort(id: $id) {
      ...SeasonCalendar_resort
      stayCalendar(from: $from, months: $months, guests: $guests) {
        from
        to
        nights {
          date
          price {
            formatted
          }
          stayUntil
        }
      }
    }
  }
`;

function hintOf(
  night: string | undefined,
  stay: Stay | undefined,
  free: FreeNight | undefined,
): string {
  if (stay) {
    return `${plural(nightsBetween(stay.from, stay.to), 'night')}: ${formatStay(stay.from, stay.to)}`;
  }
  if (night === undefined) return 'Choose the day you arrive, or drag over your nights.';
  return free
    ? `Now choose the day you leave, up to ${formatShortDay(free.stayUntil)}.`
    : 'Now choose the day you leave.';
}
