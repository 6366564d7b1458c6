import { useId } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './Select.module.css';

interface SelectProps<TValue extends string> {
  label: string;
  choices: readonly { value: TValue; label: string }[];
  value: TValue;
  onChange: (value: TValue) => void;
}

export function Select<TValue extends string>(props: SelectProps<TValue>) {
  const { label, choices, value, onChange } = props;
  const id = useId();
  return (
    <div className={`shrink relative ${styles.field}`}>
      <label className="absolute soft text-13 tight" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const choice = choices.find((candidate) => candidate.value === event.target.value);
          if (choice) onChange(choice.value);
        }}
      >
        {optionsOf(choices)}
      </select>
      <Icon name="arrowDown" size={18} />
    </div>
  );
}

export const optionsOf = (choices: readonly { value: string; label: string }[]) =>
  choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
