import type { TextFieldProps } from '@mui/material/TextField';
import { TextField } from '#web/ui/material/TextField.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from '../CreateListing.module.css';

interface NumberFieldProps extends Omit<TextFieldProps, 'slotProps' | 'value'> {
  value: string;
  noun: string;
  range: readonly [least: number, most: number];
  onStep: (value: string) => void;
}

export function NumberField({ noun, range: [least, most], onStep, ...props }: NumberFieldProps) {
  const number = /^\d+$/.test(props.value.trim()) ? Number(props.value) : undefined;
  const step = (by: number) => {
    const next = number === undefined ? Math.max(least, 1) : number + by;
    onStep(String(Math.min(most, Math.max(least, next))));
  };
  return (
    <TextField
      {...props}
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: 'numeric', maxLength: 6 },
        input: {
          endAdornment: (
            <span className={`flex gap-2px rigid ${styles.steppers}`}>
              <button
                type="button"
                aria-label={`One ${noun} less`}
                disabled={number !== undefined && number <= least}
                onClick={() => step(-1)}
              >
                <Icon name="minus" size={20} />
              </button>
              <button
                type="button"
                aria-label={`One ${noun} more`}
                disabled={number !== undefined && number >= most}
                onClick={() => step(1)}
              >
                <Icon name="plus" size={20} />
              </button>
            </span>
          ),
        },
      }}
    />
  );
}
