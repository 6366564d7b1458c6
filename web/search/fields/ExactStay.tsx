import { useId, useState } from 'react';
import { flexChoices, noTime, stayProblem, type StayTime } from '../address/stayTime.ts';
import { flexLabel } from '../address/stayWords.ts';
import styles from './Fields.module.css';
import { Pills } from './Pills.tsx';

type Dates = Pick<StayTime, 'from' | 'to'>;

interface ExactStayProps extends Dates {
  flex: StayTime['flex'];
  onChange: (changes: Partial<StayTime>) => void;
}

/** The dates of a stay, applied once both are valid. */
export function ExactStay({ from, to, flex, onChange }: ExactStayProps) {
  const [stay, setStay] = useState({ from, to });
  const [given, setGiven] = useState({ from, to });
  if (given.from !== from || given.to !== to) {
    setGiven({ from, to });
    setStay({ from, to });
  }
  const problemId = useId();
  const problem = stay.from !== '' && stay.to !== '' ? stayProblem(stay) : null;
  const change = (changes: Partial<Dates>) => {
    const next = { ...stay, ...changes };
    setStay(next);
    const isEmpty = next.from === '' && next.to === '';
    if (isEmpty && from !== '') onChange(noTime);
    if (stayProblem(next) === null) onChange({ ...noTime, ...next, flex });
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
    <>
      <div className={`stack gap-3 row-gap-2 ${styles.dates}`}>
        {field('from', 'Check in')}
        {field('to', 'Check out')}
      </div>
      <p id={problemId} className={styles.problem} role="status">
        {problem}
      </p>
      {from !== '' && (
        <Pills
          caption="Give or take"
          choices={[
            { value: null, label: 'These days' },
            ...flexChoices.map((days) => ({ value: days, label: flexLabel(days) })),
          ]}
          chosen={flex}
          onChange={(days) => onChange({ flex: days })}
        />
      )}
    </>
  );
}
