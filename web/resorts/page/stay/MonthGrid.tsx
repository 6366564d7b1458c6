import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { useId, useState, type KeyboardEvent } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { weeksOf } from '#web/ui/calendar/monthGrid.ts';
import { useDrag } from '#web/ui/calendar/useDrag.ts';
import { useDayFocus } from '#web/ui/calendar/useDayFocus.ts';
import { MonthTable } from '#web/ui/calendar/MonthTable.tsx';
import { formatLongDay, formatMonth } from '#web/ui/words/dates.ts';
import { addDays, addMonths, utcToday } from '#common/days.ts';
import { plural } from '#common/numbers.ts';
import { hasNightOf, type OwnHold } from '#web/bookings/holds/OwnHold.tsx';
import {
  canBook,
  draggedStay,
  longerStay,
  ruleOf,
  type FreeNight,
  type FreeNights,
  type Stay,
} from './choice.ts';
import styles from './StayPicker.module.css';

const mostMonths = 36;

interface MonthGridProps {
  month: string;
  nights: FreeNights;
  holds: readonly OwnHold[];
  /** The first night of a stay whose last day is not chosen yet. */
  night: string | undefined;
  stay: Stay | undefined;
  onNight: (night: string | undefined) => void;
  onStay: (stay: Stay) => void;
  onHold: (hold: OwnHold) => void;
  onMonth: (month: string) => void;
}

/**
 * A month with prices, in which a stay is chosen by first and last day or by dragging: a WAI-ARIA
 * grid of dates.
 */
export function MonthGrid(props: MonthGridProps) {
  const { month, nights, holds, night, stay, onNight, onStay, onHold, onMonth } = props;
  const headingId = useId();
  const thisMonth = utcToday().slice(0, 7);
  const canGo = { back: month > thisMonth, on: month < addMonths(thisMonth, mostMonths) };
  const free = [...nights.keys()].filter((day) => day.startsWith(month));
  const wanted = stay?.from ?? night;
  const { grid, reachable, setReachable, onKeyDown } = useReachableDay(
    month,
    wanted?.startsWith(month) ? wanted : (free[0] ?? `${month}-01`),
    canGo,
    onMonth,
  );
  const { drawn, onPointerDown } = useDrag({
    draw: (pressed, over) => {
      // Either end of the stay moves against the other.
      const end = pressed === stay?.from ? stay.to : pressed === stay?.to ? stay.from : pressed;
      return draggedStay(end, over, nights);
    },
    onDrawn: onStay,
  });
  const shown = drawn ?? stay ?? (night === undefined ? undefined : { from: night, to: night });
  const shortest = stay && longerStay(nights.get(stay.from));
  const isShortest = shortest?.from === stay?.from && shortest?.to === stay?.to;
  // The shortest stay was chosen together with its first night, and can still be extended.
  const begun = night ?? (shortest && isShortest ? shortest.from : undefined);
  const isDeparture = (day: string): boolean =>
    begun !== undefined && day !== stay?.to && canBook({ from: begun, to: day }, nights);

  const holdOf = (day: string) =>
    nights.has(day) ? undefined : holds.find((hold) => hasNightOf(hold, day, addDays(day, 1)));

  const own = weeksOf(month)
    .flat()
    .filter((day) => day.startsWith(month) && holdOf(day));
  const choose = (day: string) => {
    setReachable(day);
    const hold = holdOf(day);
    const longer = longerStay(nights.get(day));
    if (begun !== undefined && isDeparture(day)) onStay({ from: begun, to: day });
    else if (day === begun) onNight(undefined);
    else if (longer) onStay(longer);
    else if (nights.has(day)) onNight(day);
    else if (hold) onHold(hold);
  };
  return (
    <div className={`panel ${styles.calendar}`}>
      <MonthHead headingId={headingId} month={month} canGo={canGo} onMonth={onMonth} />
      <MonthTable
        ref={grid}
        month={month}
        aria-labelledby={headingId}
        aria-multiselectable="true"
        className={`margin-top-2 ${styles.grid}`}
        isSelected={(day) => isWithin(day, shown)}
        onPointerDown={onPointerDown}
      >
        {(day) => (
          <Day
            day={day}
            free={nights.get(day)}
            isOwn={holdOf(day) !== undefined}
            isDeparture={isDeparture(day)}
            place={placeOf(day, shown)}
            isOfMonth={day.startsWith(month)}
            isReachable={day === reachable}
            onClick={() => choose(day)}
            onKeyDown={onKeyDown}
          />
        )}
      </MonthTable>
      <p className="margin-top-3 quiet">
        {plural(free.length, 'night')} available in {formatMonth(month)}
        {own.length > 0 && `, ${own.length} held by you`}
      </p>
    </div>
  );
}

const isWithin = (day: string, stay: Stay | undefined): boolean =>
  stay !== undefined && day >= stay.from && day <= stay.to;

type Place = 'first' | 'last' | 'between' | 'only';

function placeOf(day: string, stay: Stay | undefined): Place | undefined {
  if (!stay || !isWithin(day, stay)) return undefined;
  if (stay.from === stay.to) return 'only';
  if (day === stay.from) return 'first';
  return day === stay.to ? 'last' : 'between';
}

interface DayProps {
  day: string;
  free: FreeNight | undefined;
  isOwn: boolean;
  isDeparture: boolean;
  place: Place | undefined;
  isOfMonth: boolean;
  isReachable: boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const placeWords = { first: ', check-in', last: ', check-out', between: '', only: ', check-in' };

function Day(props: DayProps) {
  const { day, free, isOwn, isDeparture, place, isOfMonth, isReachable, onClick, onKeyDown } =
    props;
  const words = free
    ? `${free.price}, available${longerStay(free) ? `. ${ruleOf(free)}` : ''}`
    : isDeparture
      ? 'possible check-out'
      : isOwn
        ? 'you are holding this night'
        : 'not available';
  const state = free ? 'free' : isDeparture ? 'departure' : isOwn ? 'own' : 'taken';
  return (
    <button
      type="button"
      data-day={day}
      data-state={state}
      data-place={place}
      data-other={!isOfMonth}
      tabIndex={isReachable ? 0 : -1}
      aria-disabled={state === 'taken'}
      aria-current={day === utcToday() ? 'date' : undefined}
      aria-label={`${formatLongDay(day)}${place ? placeWords[place] : ''}, ${words}`}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <span>{Number(day.slice(8))}</span>
      {free && <small>{free.price}</small>}
    </button>
  );
}

interface CanGo {
  back: boolean;
  on: boolean;
}

function useReachableDay(
  month: string,
  fallback: string,
  canGo: CanGo,
  onMonth: (month: string) => void,
) {
  const [wanted, setReachable] = useState<string>();
  const reachable = wanted?.startsWith(month) ? wanted : fallback;
  const { grid, onKeyDown } = useDayFocus({
    month,
    reachable,
    onDay: setReachable,
    hasMonth: (target) => target === month || (target < month ? canGo.back : canGo.on),
    onMonth,
  });
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
    <div className="row between">
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
