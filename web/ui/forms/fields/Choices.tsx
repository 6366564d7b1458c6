import { useId, type ChangeEvent } from 'react';
import styles from './Choices.module.css';

interface ChoicesProps {
  legend: string;
  name: string;
  /** The chosen value; several values are separated by spaces. */
  value: string;
  isMultiple?: boolean;
  choices: readonly {
    value: string;
    label: string;
    words?: string;
    amount?: string | undefined;
    isDisabled?: boolean;
  }[];
  error: boolean;
  helperText: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function Choices(props: ChoicesProps) {
  const { legend, name, value, isMultiple = false, choices, error, helperText, onChange } = props;
  const errorId = useId();
  const chosen = value.split(' ');
  return (
    <fieldset
      role={isMultiple ? 'group' : 'radiogroup'}
      className={`stack gap-2px ${styles.choices}`}
      aria-invalid={isMultiple ? undefined : error}
      aria-describedby={error ? errorId : undefined}
    >
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label
          className="at-top target clickable gap-3 row-gap-0"
          key={choice.value}
          data-disabled={choice.isDisabled}
        >
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={name}
            value={choice.value}
            checked={chosen.includes(choice.value)}
            disabled={choice.isDisabled}
            onChange={onChange}
          />
          <span className={choice.words && 'medium'}>{choice.label}</span>
          {choice.amount && <strong className="digits">{choice.amount}</strong>}
          {choice.words && <span className={`quiet ${styles.words}`}>{choice.words}</span>}
        </label>
      ))}
      {error && (
        <p id={errorId} className={`red text-14 ${styles.error}`}>
          {helperText}
        </p>
      )}
    </fieldset>
  );
}
