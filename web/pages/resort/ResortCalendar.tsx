import IconButton from '@mui/material/IconButton';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ResortCalendar_resort$key } from '../../__generated__/ResortCalendar_resort.graphql.ts';
import { formatLongDay, formatMonth } from '../../ui/words/dates.ts';
import { addMonths, today } from '../../ui/words/days.ts';
import { Icon } from '../../ui/basics/Icon.tsx';
import { plural } from '../../ui/words/numbers.ts';
import { dayAfterKey, weeksOf, weekdays } from './calendar.ts';
import styles from './ResortCalendar.module.css';

/** Months that the calendar reaches ahead. */
const mostMonths = 36;

interface ResortCalendarProps {
  resort: ResortCalendar_resort$key;
  /** The night whose weeks are shown. */
  night: string | undefined;
  onNight: (night: string | undefined) => void;
  onMonth: (month: string) => void;
}

/** A month with its free nights: a grid in which the arrow keys move and Enter chooses. */
export function ResortCalendar({ resort, night, onNight, onMonth }: ResortCalendarProps) {
  const { availability } = useFragment<ResortCalendar_resort$key>(resortFragment, resort);
  const month = availability.from.slice(0, 7);
  const free = new Set(availability.nights);
  const headingId = useId();
  const thisMonth = today().slice(0, 7);
  const canGo = {
    back: month > thisMonth,
    on: month < addMonths(thisMonth, mostMonths),
  };
  const fallback = night?.startsWith(month) ? night : (availability.nights[0] ?? `${month}-01`);
  const { grid, reachable, setReachable, onKeyDown } = useReachableDay(
    month,
    fallback,
    canGo,
    onMonth,
  );

  return (
    <div className={styles.calendar}>
      <MonthHead headingId={headingId} month={month} canGo={canGo} onMonth={onMonth} />
      <table ref={grid} role="grid" aria-labelledby={headingId} className={styles.grid}>
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) =>
                day.startsWith(month) ? (
                  <td key={day} role="gridcell" aria-selected={day === night}>
                    <button
                      type="button"
                      data-day={day}
                      className={dayClass(free.has(day), day === night)}
                      tabIndex={day === reachable ? 0 : -1}
                      aria-disabled={!free.has(day)}
                      aria-current={day === today() ? 'date' : undefined}
                      aria-label={`${formatLongDay(day)}, ${free.has(day) ? 'available' : 'not available'}`}
                      onClick={() => {
                        setReachable(day);
                        if (free.has(day)) onNight(day === night ? undefined : day);
                      }}
                      onKeyDown={onKeyDown}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                ) : (
                  <td key={day} role="gridcell" />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.legend}>
        <span className={styles.swatch} aria-hidden="true" />
        {plural(availability.nights.length, 'night')} available in {formatMonth(month)}
      </p>
    </div>
  );
}

const resortFragment = graphql`
  fragment ResortCalendar_resort on Resort
  @argumentDefinitions(from: { type: "Date" }, to: { type: "Date" }) {
    availability(from: $from, to: $to) {
      from
      nights
    }
  }
`;

/** Whether the calendar has another month before and after the one that is shown. */
interface CanGo {
  back: boolean;
  on: boolean;
}

/** The only day of a month in the tab order, which the keys move. */
function useReachableDay(
  month: string,
  fallback: string,
  canGo: CanGo,
  onMonth: (month: string) => void,
) {
  const grid = useRef<HTMLTableElement>(null);
  const [wanted, setReachable] = useState<string>();
  const turnedTo = useRef<string>(undefined);
  const reachable = wanted?.startsWith(month) ? wanted : fallback;

  const focus = (day: string) =>
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    const day = dayAfterKey(event.key, reachable);
    if (day === undefined) return;
    event.preventDefault();
    const target = day.slice(0, 7);
    if ((target < month && !canGo.back) || (target > month && !canGo.on)) return;
    setReachable(day);
    if (target === month) {
      focus(day);
    } else {
      turnedTo.current = day;
      onMonth(target);
    }
  };
  // A month that was reached by keyboard takes over the focus.
  useEffect(() => {
    const day = turnedTo.current;
    turnedTo.current = undefined;
    if (day) focus(day);
  }, [month]);

  return { grid, reachable, setReachable, onKeyDown };
}

interface MonthHeadProps {
  headingId: string;
  month: string;
  canGo: CanGo;
  onMonth: (month: string) => void;
}

function MonthHead({ headingId, month, canGo, onMonth }: MonthHeadProps) {
  return (
    <div className={styles.head}>
      <IconButton
        aria-label="Previous month"
        disabled={!canGo.back}
        onClick={() => onMonth(addMonths(month, -1))}
      >
        <Icon name="arrowLeft" />
      </IconButton>
      <h3 id={headingId} aria-live="polite">
        {formatMonth(month)}
      </h3>
      <IconButton
        aria-label="Next month"
        disabled={!canGo.on}
        onClick={() => onMonth(addMonths(month, 1))}
      >
        <Icon name="arrowRight" />
      </IconButton>
    </div>
  );
}

function dayClass(isFree: boolean, isChosen: boolean): string | undefined {
  if (isChosen) return styles.chosen;
  return isFree ? styles.free : styles.day;
}
