import { useId, type ReactNode } from 'react';
import styles from './Fields.module.css';

interface PillsProps<TValue> {
  /** Name of the group, unless a legend surrounds it; `caption` is shown above the pills. */
  label?: string;
  caption?: string;
  choices: readonly { value: TValue; label: ReactNode }[];
  chosen: TValue;
  onChange: (chosen: TValue) => void;
}

export function Pills<TValue extends string | number | null>(props: PillsProps<TValue>) {
  const { label, caption, choices, chosen, onChange } = props;
  const name = useId();
  const captionId = useId();
  return (
    <div
      className="cluster gap-2"
      role={label || caption ? 'radiogroup' : undefined}
      aria-label={label}
      aria-labelledby={caption && captionId}
    >
      {caption && (
        <p id={captionId} className={`soft text-14 ${styles.caption}`}>
          {caption}
        </p>
      )}
      {choices.map((choice) => (
        <label key={choice.value} className={`relative clickable ${styles.pill}`}>
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
