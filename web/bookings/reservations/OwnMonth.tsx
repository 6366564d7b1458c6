import { useId, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link, useNavigate } from 'react-router-dom';
import type {
  OwnMonth_viewer$data,
  OwnMonth_viewer$key,
} from '#web/__generated__/OwnMonth_viewer.graphql.ts';
import { weeksOf } from '#web/ui/calendar/monthGrid.ts';
import { useDayFocus } from '#web/ui/calendar/useDayFocus.ts';
import { MonthLinks, MonthTable } from '#web/ui/calendar/MonthTable.tsx';
import { formatDays, formatLongDay } from '#web/ui/words/dates.ts';
import { utcToday } from '#common/days.ts';
import styles from './OwnMonth.module.css';
import { reservationsPath } from './reservationsAddress.ts';

type Nights = OwnMonth_viewer$data['ownNights'][number];

const kinds: Readonly<Record<string, string>> = {
  TAKEN: 'Booked',
  REQUESTED: 'Requested',
  HELD: 'In checkout',
  FREE: 'Free',
  BLOCKED: 'Blocked',
};

export function OwnMonth({ month, viewer }: { month: string; viewer: OwnMonth_viewer$key }) {
  const { ownNights } = useFragment<OwnMonth_viewer$key>(viewerFragment, viewer);
  const headingId = useId();
  const nightsOf = (day: string) => ownNights.filter(({ from, to }) => from <= day && day < to);
  const { grid, chosen, choose, onKeyDown } = useChosenDay(month, ownNights);
  return (
    <div className={`stack gap-6 row-gap-4 at-top full ${styles.calendar}`}>
      <MonthLinks
        headingId={headingId}
        month={month}
        pathOf={(to) => reservationsPath('calendar', to)}
      />
      <MonthTable
        ref={grid}
        month={month}
        aria-labelledby={headingId}
        className={styles.grid}
        isSelected={(day) => day === chosen}
      >
        {(day) => (
          <button
            type="button"
            data-day={day}
            data-other={!day.startsWith(month)}
            tabIndex={day === chosen ? 0 : -1}
            aria-current={day === utcToday() ? 'date' : undefined}
            aria-label={`${formatLongDay(day)}: ${countsOf(nightsOf(day))}`}
            onClick={() => choose(day)}
            onKeyDown={onKeyDown}
          >
            {Number(day.slice(8))}
            <span className={`stack full ${styles.bars}`}>
              {nightsOf(day)
                .slice(0, mostBars)
                .map(({ listingId, from, kind }) => (
                  <span key={listingId + from} data-kind={kind} />
                ))}
            </span>
          </button>
        )}
      </MonthTable>
      <ul className={`cluster gap-5 row-gap-2 text-15 ${styles.legend}`}>
        {Object.entries(kinds).map(([kind, label]) => (
          <li key={kind} className="row gap-2">
            <span data-kind={kind} aria-hidden="true" />
            {label}
          </li>
        ))}
      </ul>
      <ChosenNight day={chosen} nights={nightsOf(chosen)} />
    </div>
  );
}

const ChosenNight = ({ day, nights }: { day: string; nights: readonly Nights[] }) => (
  <section
    className={`sheet stack gap-4 packed second-column ${styles.day}`}
    aria-live="polite"
    aria-label="The chosen night"
  >
    <h3>{formatLongDay(day)}</h3>
    {nights.length === 0 ? (
      <p className="soft">None of your weeks has this night on offer.</p>
    ) : (
      <ul className="stack gap-4">
        {nights.map(({ listingId, from, to, kind, bookingId, ...night }) => (
          <li key={listingId + from} className="flex gap-3 breaks">
            <span data-kind={kind} aria-hidden="true" />
            <span>
              <strong>{kinds[kind]}</strong>{' '}
              <Link
                to={
                  bookingId
                    ? `/bookings/${bookingId}`
                    : `/dashboard/listings/${listingId}/calendar?month=${from.slice(0, 7)}`
                }
              >
                {night.listingTitle}
              </Link>
              <br />
              <span className="soft">
                {night.resortName} · {formatDays(from, to)}
                {night.isConflict && <strong> · Taken twice</strong>}
              </span>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const mostBars = 4;

function countsOf(nights: readonly Nights[]): string {
  const counts = Object.entries(kinds).flatMap(([kind, label]) => {
    const count = nights.filter((each) => each.kind === kind).length;
    return count > 0 ? [`${count} ${label.toLowerCase()}`] : [];
  });
  return counts.join(', ') || 'nothing on offer';
}

function useChosenDay(month: string, ownNights: readonly Nights[]) {
  const navigate = useNavigate();
  const [wanted, choose] = useState<string>();
  const first = `${month}-01`;
  const starts = ownNights
    .filter(({ to }) => to > first)
    .map(({ from }) => (from < first ? first : from))
    .toSorted();
  const fallback = utcToday().startsWith(month)
    ? utcToday()
    : (starts.find((day) => day.startsWith(month)) ?? first);
  const isShown = wanted !== undefined && weeksOf(month).some((week) => week.includes(wanted));
  const chosen = isShown ? wanted : fallback;
  const { grid, onKeyDown } = useDayFocus({
    month,
    reachable: chosen,
    onDay: choose,
    onMonth: (to) => void navigate(reservationsPath('calendar', to), { preventScrollReset: true }),
  });

  return { grid, chosen, choose, onKeyDown };
}

const viewerFragment = graphql`
  fragment OwnMonth_viewer on User
  @argumentDefinitions(from: { type: "Date!" }, to: { type: "Date!" }) {
    ownNights(from: $from, to: $to) {
      listingId
      listingTitle
      resortName
      kind
      from
      to
      bookingId
      isConflict
    }
  }
`;
