import { lazy, Suspense, useState, type ComponentType, useId } from 'react';
import {
  isFlexible,
  noTime,
  type StayTime,
  flexChoices,
  stayProblem,
} from '../address/stayTime.ts';
import styles from './Fields.module.css';
import type { FlexibleStayProps } from './FlexibleStay.tsx';
import { Pills } from './Pills.tsx';
import { flexLabel } from '../address/stayWords.ts';

export type FlexibleStayComponent = ComponentType<FlexibleStayProps>;

const LazyFlexibleStay = lazy(() =>
  import('./FlexibleStay.tsx').then(({ FlexibleStay }) => ({ default: FlexibleStay })),
);

interface StayDatesProps {
  time: StayTime;
  onChange: (changes: Partial<StayTime>) => void;
  /** Undefined if the URL did not need it; it is then loaded on demand. */
  FlexibleStay: FlexibleStayComponent | undefined;
}

export function StayDates({ time, onChange, FlexibleStay }: StayDatesProps) {
  const said = time.from !== '' ? 'exact' : isFlexible(time) ? 'flexible' : null;
  const [choice, setChoice] = useState<{ kind: 'exact' | 'flexible'; said: typeof said }>();
  // A new search with another kind of date shows its own fields.
  const kind = (choice?.said === said ? choice.kind : said) ?? 'exact';
  // The component must not change, or its fields would lose the focus.
  const [Flexible] = useState(() => FlexibleStay ?? LazyFlexibleStay);
  return (
    <fieldset className={styles.group}>
      <legend>Dates</legend>
      <div className={`stack gap-3 ${styles.stay}`}>
        <Pills
          label="Kind of dates"
          choices={[
            { value: 'exact', label: 'Exact dates' },
            { value: 'flexible', label: 'Flexible' },
          ]}
          chosen={kind}
          onChange={(chosen) => setChoice({ kind: chosen, said })}
        />
        {kind === 'exact' ? (
          <ExactStay from={time.from} to={time.to} flex={time.flex} onChange={onChange} />
        ) : (
          <Suspense fallback={null}>
            <Flexible
              month={time.month}
              season={time.season}
              nights={time.nights}
              onChange={(stay) => onChange({ ...noTime, ...stay })}
            />
          </Suspense>
        )}
      </div>
    </fieldset>
  );
}

type Dates = Pick<StayTime, 'from' | 'to'>;

interface ExactStayProps extends Dates {
  flex: StayTime['flex'];
  onChange: (changes: Partial<StayTime>) => void;
}

function ExactStay({ from, to, flex, onChange }: ExactStayProps) {
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
