import { useId, useState } from 'react';
import { formatCount } from '#common/numbers.ts';
import { most } from '#web/search/address/searchState.ts';
import styles from '#web/search/fields/Fields.module.css';

interface TotalPriceProps {
  total: number | null;
  onChange: (total: number | null) => void;
}

export function TotalPrice({ total, onChange }: TotalPriceProps) {
  const [typed, setTyped] = useState(String(total ?? ''));
  const [given, setGiven] = useState(total);
  if (given !== total) {
    setGiven(total);
    setTyped(String(total ?? ''));
  }
  const problemId = useId();
  const digits = typed.replaceAll(/[\s$,]/g, '');
  const isValid = digits === '' || (/^\d{1,7}$/.test(digits) && Number(digits) > 0);
  const take = () => {
    const next = digits === '' ? null : Number(digits);
    if (isValid && next !== total) onChange(next);
  };
  return (
    <fieldset className={styles.group}>
      <legend>Total price</legend>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
        onBlur={take}
      >
        <label className={styles.date}>
          Up to, in all
          <input
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            placeholder="$"
            maxLength={12}
            value={typed}
            aria-invalid={!isValid}
            aria-describedby={problemId}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <p id={problemId} className={styles.problem} role="status">
          {!isValid && `Enter whole dollars, $${formatCount(most.total)} at most`}
        </p>
      </form>
    </fieldset>
  );
}
