import { useId, type ChangeEvent } from 'react';
import { Switch } from '#web/ui/material/Switch.ts';

interface SwitchFieldProps {
  name: string;
  /** 'true' or '', since form values are strings. */
  value: string;
  label: string;
  className?: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function SwitchField({ name, value, label, className, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <Switch
        id={id}
        name={name}
        checked={value === 'true'}
        onChange={({ target }) =>
          onChange({
            target: { value: target.checked ? 'true' : '' },
          } as ChangeEvent<HTMLInputElement>)
        }
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
