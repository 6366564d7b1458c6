import { useId, useState } from 'react';
import { isDay, nightsBetween } from '#common/days.ts';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { plural } from '#common/numbers.ts';
import type { Stay } from './choice.ts';
import styles from './StayPicker.module.css';

interface StayFieldsProps {
  chosen: Stay;
  guests: number | null;
  refusal: string | undefined;
  onStay: (stay: Stay) => void;
  onNight: (night: string | undefined) => void;
  onGuests: (guests: number | null) => void;
}

const mostNights = 60;
const usualGuests = 12;

export function StayFields(props: StayFieldsProps) {
  const { chosen, guests, refusal, onStay, onNight, onGuests } = props;
  const [typed, setTyped] = useState(chosen);
  const [given, setGiven] = useState(chosen);
  if (given.from !== chosen.from || given.to !== chosen.to) {
    setGiven(chosen);
    setTyped(chosen);
  }
  const problemId = useId();
  const problem = problemOf(typed) ?? refusal;
  const change = (changes: Partial<Stay>) => {
    const changed = { ...typed, ...changes };
    // An arrival after the departure starts a new stay.
    const next =
      changes.from !== undefined && changes.from >= changed.to ? { ...changed, to: '' } : changed;
    setTyped(next);
    if (problemOf(next) !== undefined) return;
    if (isDay(next.from) && isDay(next.to)) onStay(next);
    else if (isDay(next.from) || next.from === next.to) onNight(next.from || undefined);
  };
  const field = (name: keyof Stay, label: string) => (
    <label className={`stack gap-6px semibold ${styles.date}`}>
      {label}
      <input
        type="date"
        value={typed[name]}
        aria-invalid={problem !== undefined}
        aria-describedby={problemId}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </label>
  );
  const counts = Array.from({ length: Math.max(usualGuests, guests ?? 0) }, (_, index) => ({
    value: String(index + 1),
    label: plural(index + 1, 'guest'),
  }));
  return (
    <div className={`columns-3 gap-4 row-gap-2 at-bottom ${styles.fields}`}>
      {field('from', 'Check in')}
      {field('to', 'Check out')}
      <Select
        label="Guests"
        choices={[{ value: '', label: 'Any number' }, ...counts]}
        value={guests === null ? '' : String(guests)}
        onChange={(value) => onGuests(value === '' ? null : Number(value))}
      />
      <p id={problemId} role="status" className="whole-row red text-15 gone-if-empty">
        {problem}
      </p>
    </div>
  );
}

function problemOf({ from, to }: Stay): string | undefined {
  if (!isDay(from) || !isDay(to)) return undefined;
  const nights = nightsBetween(from, to);
  if (nights < 1) return 'Check out must be after check in';
  return nights > mostNights ? `A stay may have at most ${mostNights} nights` : undefined;
}
