import { useDeferredValue, useState, type CSSProperties } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { StayPickerQuery } from '#web/__generated__/StayPickerQuery.graphql.ts';
import { formatShortDay, formatStay } from '#web/ui/words/dates.ts';
import { addDays, addMonths, nightsBetween } from '#common/days.ts';
import { plural } from '#common/numbers.ts';
import { hasNightOf, useOwnHolds } from '#web/bookings/holds/OwnHold.tsx';
import { useResortView } from '../useResortView.ts';
import {
  longerStay,
  refusalOf,
  ruleOf,
  type FreeNight,
  type FreeNights,
  type Stay,
} from './choice.ts';
import { MonthGrid } from './MonthGrid.tsx';
import { StayFields } from './StayFields.tsx';
import styles from './SeasonCalendar.module.css';

export default function StayPicker({ resortId }: { resortId: string }) {
  const { view, show } = useResortView();
  const { stay, guests } = view;
  const holds = useOwnHolds();
  const wanted = view.month ?? (stay?.from ?? view.night)?.slice(0, 7);
  const [asked, setAsked] = useState(wanted);
  // Prices for another number of guests replace these once loaded; a drag continues meanwhile.
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
    ({ date, price, shortestStay, departures }): [string, FreeNight] => [
      date,
      {
        price: price.formatted,
        shortest: { from: shortestStay.checkIn, to: shortestStay.checkOut },
        isWhole: shortestStay.isWhole,
        departures,
      },
    ],
  );
  // The stay may begin in another month than the displayed one.
  const nights: FreeNights = new Map(begun ? [begun, ...loaded] : loaded);
  const night = stay ? undefined : view.night;

  const begin = (chosen: string | undefined) => {
    const free = chosen === undefined ? undefined : nights.get(chosen);
    setBegun(chosen !== undefined && free ? [chosen, free] : undefined);
  };
  const chooseNight = (chosen: string | undefined) => {
    begin(chosen);
    show({ night: chosen, stay: undefined, month: monthWith(chosen) });
  };
  const chooseStay = (chosen: Stay) => {
    begin(chosen.from);
    // The number of guests may have changed since the drag began.
    show((now) => ({
      stay: { ...chosen, guests: now.guests, listing: null },
      night: undefined,
      month: monthWith(chosen.from, chosen.to),
    }));
  };
  /** A typed day of arrival: selects the owner's minimum nights. */
  const typeNight = (typed: string | undefined) => {
    const longer = longerStay(typed === undefined ? undefined : nights.get(typed));
    if (longer?.from === typed && longer) chooseStay(longer);
    else chooseNight(typed);
  };
  /** The displayed month if it has one of these days, else the month of the first day. */
  const monthWith = (...days: (string | undefined)[]): string | undefined =>
    days.some((day) => day?.startsWith(month)) ? month : (days[0]?.slice(0, 7) ?? month);
  const chosen = { from: stay?.from ?? night ?? '', to: stay?.to ?? '' };
  const isOwn = stay && holds.some((hold) => hasNightOf(hold, stay.from, stay.to));
  const isKnown = resort.stayCalendar.from <= chosen.from && chosen.from < resort.stayCalendar.to;
  return (
    <div className="stack gap-4">
      <StayFields
        chosen={chosen}
        guests={guests}
        refusal={stay && isKnown && !isOwn ? refusalOf(stay, nights) : undefined}
        onStay={chooseStay}
        onNight={typeNight}
        onGuests={(count) =>
          show((now) => ({ guests: count, stay: now.stay && { ...now.stay, guests: count } }))
        }
      />
      <p role="status" className="semibold">
        {hintOf(chosen, nights)}
      </p>
      <MonthGrid
        month={month}
        nights={nights}
        holds={holds}
        night={night}
        stay={stay}
        onNight={chooseNight}
        onStay={chooseStay}
        onHold={({ checkIn: from, checkOut: to }) => chooseStay({ from, to })}
        onMonth={(next) => show({ month: next }, { replace: true })}
      />
      <SeasonCalendar resort={resort} />
    </div>
  );
}

const query = graphql`
  query StayPickerQuery($id: ID!, $from: Date, $months: Int!, $guests: Int) {
    resort(id: $id) {
      stayCalendar(from: $from, months: $months, guests: $guests) {
        from
        to
        nights {
          date
          price {
            formatted
          }
          shortestStay {
            checkIn
            checkOut
            isWhole
          }
          departures {
            from
            to
          }
        }
      }
      seasons {
        name
        firstWeek
        lastWeek
      }
    }
  }
`;

function hintOf({ from, to }: Stay, nights: FreeNights): string {
  if (from === '') return 'Choose the day you arrive, or drag over your nights.';
  const first = nights.get(from);
  const rule = first && longerStay(first) ? `${ruleOf(first)}. ` : '';
  const latest = first?.departures.at(-1)?.to;
  if (to !== '') {
    const dates = `${plural(nightsBetween(from, to), 'night')}: ${formatStay(from, to)}`;
    const isShortest = first?.shortest.from === from && first.shortest.to === to;
    if (rule === '' || !isShortest) return dates;
    return `${dates}. ${rule}${latest === to ? '' : 'Choose a later day to stay longer.'}`.trim();
  }
  const earliest = first?.departures[0]?.from;
  if (first && earliest === undefined) {
    return `${rule}${first.isWhole ? '' : 'Choose an earlier day to arrive.'}`.trim();
  }
  return `${rule}Now choose the day you leave${departureWords(from, earliest, latest)}.`;
}

function departureWords(from: string, earliest?: string, latest?: string): string {
  if (earliest === undefined || latest === undefined) return '';
  if (earliest === addDays(from, 1)) return `, up to ${formatShortDay(latest)}`;
  return earliest === latest
    ? `, ${formatShortDay(latest)}`
    : `, ${formatShortDay(earliest)} to ${formatShortDay(latest)}`;
}

const weeksOfYear = 53;

function SeasonCalendar({
  resort: { seasons },
}: {
  resort: NonNullable<StayPickerQuery['response']['resort']>;
}) {
  if (seasons.length === 0) return null;
  const names = [...new Set(seasons.map(({ name }) => name))];
  const toneOf = (name: string) => names.indexOf(name) % tones;
  const letterOf = (name: string) => String.fromCharCode(firstLetter + names.indexOf(name));
  return (
    <section className={`stack gap-3 padding-4-5 card ${styles.seasons}`} aria-label="Seasons">
      <h3 className="text-18">Seasons by week</h3>
      <div className={`relative clip pill on-sand ${styles.year}`} aria-hidden="true">
        {seasons.map(({ name, firstWeek, lastWeek }) => (
          <span
            className="absolute clip text-center"
            key={firstWeek}
            data-tone={toneOf(name)}
            data-letter={letterOf(name)}
            style={
              {
                '--start': `${((firstWeek - 1) / weeksOfYear) * 100}%`,
                '--length': `${((lastWeek - firstWeek + 1) / weeksOfYear) * 100}%`,
              } as CSSProperties
            }
          />
        ))}
      </div>
      <ul className="cluster gap-5 row-gap-2 text-15">
        {names.map((name) => (
          <li className="soft" key={name}>
            <span data-tone={toneOf(name)} data-letter={letterOf(name)} aria-hidden="true" />
            <strong className="ink">{name}</strong>{' '}
            {weeksText(seasons.filter((season) => season.name === name))}
          </li>
        ))}
      </ul>
    </section>
  );
}

const tones = 4;

const firstLetter = 'A'.charCodeAt(0);

function weeksText(ranges: readonly { firstWeek: number; lastWeek: number }[]): string {
  const words = ranges.map(({ firstWeek, lastWeek }) =>
    firstWeek === lastWeek ? `${firstWeek}` : `${firstWeek} – ${lastWeek}`,
  );
  return `week${words.length === 1 && !words[0]?.includes('–') ? '' : 's'} ${words.join(', ')}`;
}
