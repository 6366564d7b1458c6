import { useId, useState, type KeyboardEvent } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link, useNavigate } from 'react-router-dom';
import type {
  NightsCalendar_listing$data,
  NightsCalendar_listing$key,
} from '#web/__generated__/NightsCalendar_listing.graphql.ts';
import type { NightsCalendarMutation } from '#web/__generated__/NightsCalendarMutation.graphql.ts';
import { addDays, nightsBetween, utcToday } from '#common/days.ts';
import { plural } from '#common/numbers.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { dayAfterKey, weeksOf } from '#web/ui/calendar/monthGrid.ts';
import { MonthLinks, MonthTable } from '#web/ui/calendar/MonthTable.tsx';
import { useDayFocus } from '#web/ui/calendar/useDayFocus.ts';
import { useDrag } from '#web/ui/calendar/useDrag.ts';

import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { formatDay, formatDays, formatLongDay } from '#web/ui/words/dates.ts';
import styles from './NightsCalendar.module.css';
import {
  isChangeable,
  nightOf,
  nightWords,
  rangesOf,
  spanOf,
  states,
  type Night,
  type Span,
} from './nights.ts';

interface NightsCalendarProps {
  listing: NightsCalendar_listing$key;
  month: string;
}

export function NightsCalendar({ listing, month }: NightsCalendarProps) {
  const data = useFragment<NightsCalendar_listing$key>(listingFragment, listing);
  const { databaseId, availableFrom, availableTo } = data;
  const taken = data.ownNights.filter(({ kind }) => kind !== 'FREE');
  const nightAt = (day: string) => nightOf(day, { availableFrom, availableTo, taken }, utcToday());
  const headingId = useId();
  const hintId = useId();
  const choice = useChoice(databaseId, month);
  const { shown, reachable } = choice;
  const isShown = (day: string) => shown !== undefined && shown.from <= day && day <= shown.to;
  const chosen = weeksOf(month).flat().filter(isShown).map(nightAt);
  return (
    <div className="stack gap-4 shrink">
      <MonthLinks headingId={headingId} month={month} pathOf={(to) => pathOf(databaseId, to)} />
      <p className="soft" id={hintId}>
        On offer:{' '}
        <Link to={pathOf(databaseId, availableFrom.slice(0, 7))} preventScrollReset>
          {formatDays(availableFrom, availableTo)}
        </Link>
        . Choose a first and a last night, or draw over them, to block or free them.
      </p>
      <MonthTable
        ref={choice.grid}
        month={month}
        aria-labelledby={headingId}
        aria-describedby={hintId}
        aria-multiselectable="true"
        className={styles.grid}
        isSelected={isShown}
        onPointerDown={choice.onPointerDown}
      >
        {(day) => (
          <Day
            night={nightAt(day)}
            isOfMonth={day.startsWith(month)}
            isReachable={day === reachable}
            onClick={() => choice.choose(day)}
            onKeyDown={choice.onKeyDown}
          />
        )}
      </MonthTable>
      <ChosenNights data={data} month={month} nights={chosen} shown={shown} clear={choice.clear} />
      <ul className={`cluster gap-4 row-gap-2 text-15 ${styles.legend}`}>
        {Object.entries(states).map(([state, label]) => (
          <li key={state} className="row gap-2">
            <span data-state={state} aria-hidden="true" />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface DayProps {
  night: Night;
  isOfMonth: boolean;
  isReachable: boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const Day = ({ night, isOfMonth, isReachable, ...handlers }: DayProps) => (
  <button
    type="button"
    data-day={night.day}
    data-state={night.state}
    data-conflict={night.isConflict}
    data-other={!isOfMonth}
    tabIndex={isReachable ? 0 : -1}
    aria-disabled={!isChangeable(night)}
    aria-current={night.day === utcToday() ? 'date' : undefined}
    aria-label={`${formatLongDay(night.day)}: ${nightWords(night)}`}
    {...handlers}
  >
    {Number(night.day.slice(8))}
    {night.isConflict && <small aria-hidden="true">twice</small>}
  </button>
);

const pathOf = (id: string, month: string): string =>
  `/dashboard/listings/${id}/calendar?month=${month}`;

/** Chooses nights by two clicks, by drawing, or with Shift and the arrow keys; Escape chooses none. */
function useChoice(id: string, month: string) {
  const navigate = useNavigate();
  const [begun, setBegun] = useState<string>();
  const [span, setSpan] = useState<Span>();
  const [wanted, setWanted] = useState<string>();
  const fallback = utcToday().startsWith(month) ? utcToday() : `${month}-01`;
  const reachable = wanted && weeksOf(month).flat().includes(wanted) ? wanted : fallback;
  const { grid, onKeyDown: moveFocus } = useDayFocus({
    month,
    reachable,
    onDay: setWanted,
    onMonth: (to) => void navigate(pathOf(id, to), { preventScrollReset: true }),
  });
  const { drawn, onPointerDown } = useDrag<Span>({
    draw: spanOf,
    onDrawn: (span) => {
      setBegun(undefined);
      setSpan(span);
    },
  });
  const clear = () => {
    setBegun(undefined);
    setSpan(undefined);
  };
  const choose = (day: string) => {
    setWanted(day);
    setBegun(begun === undefined ? day : undefined);
    setSpan(spanOf(begun ?? day, day));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') clear();
    const target = dayAfterKey(event.key, reachable);
    if (event.shiftKey && target !== undefined) {
      setBegun(begun ?? reachable);
      setSpan(spanOf(begun ?? reachable, target));
    }
    moveFocus(event);
  };
  return { grid, reachable, shown: drawn ?? span, clear, choose, onKeyDown, onPointerDown };
}

interface ChosenNightsProps {
  data: NightsCalendar_listing$data;
  month: string;
  nights: readonly Night[];
  shown: Span | undefined;
  clear: () => void;
}

function ChosenNights({ data, month, nights, shown, clear }: ChosenNightsProps) {
  const { change, isBusy } = useBlocking(data, month, clear);
  const free = rangesOf(nights.filter(({ state }) => state === 'free'));
  const own = rangesOf(nights.filter(({ state }) => state === 'own'));
  const count = (ranges: readonly Range[]) =>
    plural(
      ranges.reduce((sum, { from, to }) => sum + nightsBetween(from, to), 0),
      'Night',
    );
  const isNothing = shown !== undefined && free.length === 0 && own.length === 0;
  const elsewhere = [...new Set(nights.flatMap(({ blockedBy }) => blockedBy))];
  return (
    <div className={`stack gap-3 ${styles.actions}`}>
      <div role="status" className="stack gap-1">
        {shown === undefined ? (
          <p className="soft">No nights are chosen.</p>
        ) : (
          <p>
            <strong>
              {shown.from === shown.to ? formatDay(shown.from) : formatDays(shown.from, shown.to)}
            </strong>{' '}
            chosen
            {isNothing && elsewhere.length === 0 && ': none of these nights can be changed'}
          </p>
        )}
        {elsewhere.length > 0 && (
          <p className="soft">
            Nights of {elsewhere.join(', ')} become free when they are free there.
          </p>
        )}
      </div>
      {shown && (
        <div className="cluster gap-3 row-gap-2">
          {free.length > 0 && (
            <Button variant="contained" aria-busy={isBusy} onClick={() => void change(true, free)}>
              Block {count(free)}
            </Button>
          )}
          {own.length > 0 && (
            <Button variant="outlined" aria-busy={isBusy} onClick={() => void change(false, own)}>
              Free {count(own)}
            </Button>
          )}
          <Button variant="quiet" onClick={clear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  );
}

/** Blocks or frees nights; the toast undoes it. */
function useBlocking({ databaseId }: NightsCalendar_listing$data, month: string, done: () => void) {
  const [setBlocked, isBusy] = useCommand<NightsCalendarMutation>(graphql`
    mutation NightsCalendarMutation($input: SetBlockedNightsInput!, $from: Date!, $to: Date!) {
      setBlockedNights(input: $input) {
        ... on SetBlockedNightsPayload {
          listing {
            ...CalendarPage_listing
          }
          changed {
            from
            to
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const days = weeksOf(month).flat();
  const change = async (isBlocked: boolean, ranges: readonly Range[], isUndo = false) => {
    try {
      const { changed } = await setBlocked({
        input: { listingId: databaseId, isBlocked, nights: ranges },
        from: days[0] ?? '',
        to: addDays(days.at(-1) ?? '', 1),
      });
      done();
      const count = changed.reduce((sum, { from, to }) => sum + nightsBetween(from, to), 0);
      showToast({
        title: `${plural(count, 'night')} ${isBlocked ? 'blocked' : 'freed'}`,
        description: isBlocked ? 'Nobody can book them' : 'Unless a calendar has them, anyone can',
        ...(!isUndo &&
          count > 0 && {
            action: { label: 'Undo', run: () => void change(!isBlocked, changed, true) },
          }),
      });
    } catch (error) {
      showFailure('Nothing was changed', error);
    }
  };
  return { change, isBusy };
}

type Range = ReturnType<typeof rangesOf>[number];

const listingFragment = graphql`
  fragment NightsCalendar_listing on OwnListing {
    databaseId
    availableFrom
    availableTo
    ownNights(from: $from, to: $to) {
      kind
      from
      to
      blockedBy
      isConflict
    }
  }
`;
