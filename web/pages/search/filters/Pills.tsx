import { useId, type ReactNode } from 'react';
import styles from './Filters.module.css';

interface PillsProps<TValue> {
  /** The name of the group, if no legend is around it. */
  label?: string;
  choices: readonly { value: TValue; label: ReactNode }[];
  chosen: TValue;
  onChange: (chosen: TValue) => void;
}

/** A choice of one, as a row of pills. */
export function Pills<TValue extends string | number | null>(props: PillsProps<TValue>) {
  const { label, choices, chosen, onChange } = props;
  const name = useId();
  return (
    <div className={styles.pills} role={label && 'radiogroup'} aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.pill}>
          <input
            type="radio"
            name={name}
            checked={choice.value === chosen}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
