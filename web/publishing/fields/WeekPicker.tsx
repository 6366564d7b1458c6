import { useDeferredValue, useId, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { Weekday, WeekPickerQuery } from '#web/__generated__/WeekPickerQuery.graphql.ts';
import { formatShortDay } from '#web/ui/words/dates.ts';
import { addDays, utcToday } from '#common/days.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import type { ListingValues } from './listingForm.ts';
import styles from './WeekPicker.module.css';

interface WeekPickerProps {
  resortId: string;
  values: ListingValues;
  onPick: (
    week: Pick<ListingValues, 'availableFrom' | 'availableTo' | 'weekNumber' | 'checkInDay'>,
  ) => void;
}

const weekdays = [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
] as const satisfies Weekday[];

export default function WeekPicker({ resortId, values, onPick }: WeekPickerProps) {
  const [asked, setAsked] = useState(() => ({
    year: firstYear(values.availableFrom),
    day: weekdays.find((day) => day === values.checkInDay) ?? null,
  }));
  const answered = useDeferredValue(asked);
  const { resort } = useLazyLoadQuery<WeekPickerQuery>(weekPickerQuery, {
    id: resortId,
    ...answered,
  });
  const noteId = useId();
  if (!resort) return null;
  const day = asked.day ?? resort.weekStartsOn;
  const weeks = resort.numberedWeeks.filter(({ checkIn }) => checkIn > utcToday());
  const change = (changes: Partial<typeof asked>) =>
    setAsked((current) => ({ ...current, ...changes }));
  const thisYear = Number(utcToday().slice(0, 4));

  return (
    <fieldset
      className={`padding-4 tile ${styles.picker}`}
      aria-describedby={noteId}
      data-busy={answered !== asked}
    >
      <legend>
        <Icon name="calendar" size={20} /> Know your week number?
      </legend>
      <p id={noteId} className={`quiet ${styles.note}`}>
        Choose it and the dates fill in. At this resort, weeks begin on{' '}
        {titled(resort.weekStartsOn)}
        s.
      </p>
      <div className={`columns-2 gap-3 margin-top-3 ${styles.fields}`}>
        <Choice
          label="Year"
          value={String(asked.year)}
          onChange={(year) => change({ year: Number(year) })}
        >
          {Array.from({ length: 6 }, (_, index) => (
            <option key={index}>{thisYear + index}</option>
          ))}
        </Choice>
        <Choice
          label="Check-in day"
          value={day}
          onChange={(chosen) =>
            change({ day: weekdays.find((candidate) => candidate === chosen) ?? null })
          }
        >
          {weekdays.map((weekday) => (
            <option key={weekday} value={weekday}>
              {titled(weekday)}
            </option>
          ))}
        </Choice>
        <WeekChoice weeks={weeks} day={day} values={values} onPick={onPick} />
      </div>
    </fieldset>
  );
}

interface WeekChoiceProps extends Pick<WeekPickerProps, 'values' | 'onPick'> {
  weeks: NonNullable<WeekPickerQuery['response']['resort']>['numberedWeeks'];
  day: string;
}

function WeekChoice({ weeks, day, values, onPick }: WeekChoiceProps) {
  const picked = weeks.find(
    ({ checkIn, checkOut }) => checkIn === values.availableFrom && checkOut === values.availableTo,
  );
  return (
    <Choice
      label="Week number"
      isWide
      value={picked ? String(picked.number) : ''}
      onChange={(chosen) => {
        const week = weeks.find(({ number }) => String(number) === chosen);
        if (week) {
          onPick({
            availableFrom: week.checkIn,
            availableTo: week.checkOut,
            weekNumber: chosen,
            checkInDay: day,
          });
        }
      }}
    >
      <option value="">{weeks.length === 0 ? 'No weeks left this year' : 'Choose a week'}</option>
      {weeks.map(({ number, checkIn, checkOut }) => (
        <option key={number} value={number}>
          Week {number} · {formatShortDay(checkIn)} – {formatShortDay(checkOut)}
        </option>
      ))}
    </Choice>
  );
}

const weekPickerQuery = graphql`
  query WeekPickerQuery($id: ID!, $year: Int!, $day: Weekday) {
    resort(id: $id) {
      weekStartsOn
      numberedWeeks(year: $year, checkInDay: $day) {
        number
        checkIn
        checkOut
      }
    }
  }
`;

interface ChoiceProps {
  label: string;
  value: string;
  isWide?: boolean;
  onChange: (value: string) => void;
  children: React.ReactNode;
}

function Choice({ label, value, isWide = false, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className={`shrink relative ${isWide ? 'whole-row' : ''} ${styles.choice}`}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
      <Icon name="arrowDown" size={18} />
    </div>
  );
}

/** The year of the chosen dates, or of the day in 60 days. */
const firstYear = (from: string): number =>
  Number((/^2\d{3}-\d{2}-\d{2}$/.test(from) ? from : addDays(utcToday(), 60)).slice(0, 4));

const titled = (day: string): string => day.slice(0, 1) + day.slice(1).toLowerCase();
