import { lazy, Suspense, useState, type ComponentType } from 'react';
import { isFlexible, noTime, type StayTime } from '../address/stayTime.ts';
import { ExactStay } from './ExactStay.tsx';
import styles from './Fields.module.css';
import type { FlexibleStayProps } from './FlexibleStay.tsx';
import { Pills } from './Pills.tsx';

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

/** When the stay is: by exact dates, or by month, season and length. */
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
