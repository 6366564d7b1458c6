import { useId, useState } from 'react';
import styles from './Filters.module.css';
import { stayProblem } from './searchUrl.ts';

interface StayDatesProps {
  from: string;
  to: string;
  onChange: (stay: { from: string; to: string }) => void;
}

/** The dates of a stay, applied once both are valid. */
export function StayDates({ from, to, onChange }: StayDatesProps) {
  const [stay, setStay] = useState({ from, to });
  const [given, setGiven] = useState({ from, to });
  if (given.from !== from || given.to !== to) {
    setGiven({ from, to });
    setStay({ from, to });
  }
  const problemId = useId();
  const problem = stay.from !== '' && stay.to !== '' ? stayProblem(stay) : null;
  const change = (changes: Partial<StayDatesProps>) => {
    const next = { ...stay, ...changes };
    setStay(next);
    const isEmpty = next.from === '' && next.to === '';
    if (isEmpty ? from !== '' : stayProblem(next) === null) onChange(next);
  };
  const field = (name: 'from' | 'to', label: string) => (
    <label className={styles.date}>
      {label}
      <input
        type="date"
        value={stay[name]}
        aria-invalid={problem !== null}
        aria-describedby={problemId}
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </label>
  );
  return (
    <fieldset className={styles.group}>
      <legend>Dates</legend>
      <div className={styles.dates}>
        {field('from', 'Check in')}
        {field('to', 'Check out')}
      </div>
      <p id={problemId} className={styles.problem} role="status">
        {problem}
      </p>
    </fieldset>
  );
}
