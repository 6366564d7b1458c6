import { useId, useState, type ChangeEvent } from 'react';
import styles from './StarInput.module.css';

const choices = [
  { value: '1', word: 'Poor' },
  { value: '2', word: 'Fair' },
  { value: '3', word: 'Good' },
  { value: '4', word: 'Very good' },
  { value: '5', word: 'Excellent' },
] as const;

interface StarInputProps {
  label: string;
  name: string;
  value: string;
  error: boolean;
  helperText: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** A choice of one to five stars by radio buttons, so that arrow keys work. */
export function StarInput({ label, name, value, error, helperText, onChange }: StarInputProps) {
  const id = useId();
  const [pointedAt, setPointedAt] = useState<string>();
  const shown = pointedAt ?? value;
  const word = choices.find((choice) => choice.value === shown)?.word;
  return (
    <fieldset role="radiogroup" aria-invalid={error} aria-describedby={error ? id : undefined}>
      <legend className={styles.name}>{label}</legend>
      <div className={`row ${styles.stars}`} onPointerLeave={() => setPointedAt(undefined)}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={Number(choice.value) <= Number(shown) ? styles.full : styles.empty}
            onPointerEnter={() => setPointedAt(choice.value)}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={value === choice.value}
              onChange={onChange}
            />
            <svg width="34" height="34" viewBox="0 0 20 20" aria-hidden="true">
              <path d="m10 1.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z" />
            </svg>
            <span className="visuallyHidden">
              {choice.value} {choice.value === '1' ? 'star' : 'stars'}, {choice.word}
            </span>
          </label>
        ))}
        <span className={styles.word} aria-hidden="true">
          {word}
        </span>
      </div>
      {error && (
        <p id={id} className={`red text-14 ${styles.error}`}>
          {helperText}
        </p>
      )}
    </fieldset>
  );
}
