import { useId, useState } from 'react';
import { formatCount } from '#common/numbers.ts';
import filterStyles from '#web/search/fields/Fields.module.css';
import styles from './Buy.module.css';

type Range = readonly [from: number | null, to: number | null];

interface NumberRangeProps {
  label: string;
  unit?: string;
  range: Range;
  bounds: readonly [least: number, most: number];
  onChange: (range: Range) => void;
}

export function NumberRange({ label, unit = '', range, bounds, onChange }: NumberRangeProps) {
  const given = range.join('-');
  const [shown, setShown] = useState(given);
  const [typed, setTyped] = useState(range.map(asText));
  if (shown !== given) {
    setShown(given);
    setTyped(range.map(asText));
  }
  const problemId = useId();
  const [from, to] = typed.map((text) => readNumber(text, bounds));
  const isWrong = from === undefined || to === undefined;
  const isReversed = !isWrong && from !== null && to !== null && from > to;
  const take = () => {
    if (isWrong) return;
    const next: Range = isReversed ? [to, from] : [from, to];
    if (next.join('-') !== given) onChange(next);
    else setTyped(range.map(asText));
  };
  const [least, most] = bounds.map((bound) => `${unit}${formatCount(bound)}`);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) take();
      }}
    >
      <div className={`stack gap-3 ${styles.range}`}>
        {['From', 'To'].map((name, index) => (
          <label key={name} className={filterStyles.date}>
            <span>
              {name} <span className="visuallyHidden">{label}</span>
            </span>
            <input
              inputMode="numeric"
              autoComplete="off"
              enterKeyHint="done"
              placeholder={unit}
              maxLength={12}
              value={typed[index]}
              aria-invalid={(index === 0 ? from : to) === undefined}
              aria-describedby={problemId}
              onChange={({ target }) =>
                setTyped(typed.map((text, place) => (place === index ? target.value : text)))
              }
            />
          </label>
        ))}
      </div>
      {/* Makes Enter submit: browsers require a button for a form with two fields. */}
      <button type="submit" hidden />
      <p id={problemId} className={filterStyles.problem} role="status">
        {isWrong && `Enter whole numbers from ${least} to ${most}`}
      </p>
    </form>
  );
}

const asText = (value: number | null): string => (value === null ? '' : String(value));

/** Null if empty, undefined if it is not a whole number within the bounds. */
function readNumber(
  text: string,
  [least, most]: readonly [number, number],
): number | null | undefined {
  const digits = text.replaceAll(/[\s$,]/g, '');
  if (digits === '') return null;
  const value = Number(digits);
  return /^\d{1,8}$/.test(digits) && value >= least && value <= most ? value : undefined;
}
