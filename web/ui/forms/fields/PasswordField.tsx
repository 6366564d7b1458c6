import type { TextFieldProps } from '@mui/material/TextField';
import { TextField } from '#web/ui/material/TextField.ts';
import { useState } from 'react';
import styles from './PasswordField.module.css';

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'slotProps'>;

export function NewPasswordField(props: PasswordFieldProps) {
  return (
    <PasswordField
      autoComplete="new-password"
      {...props}
      helperText={props.helperText ?? 'At least 8 characters, not a common password or your name'}
    />
  );
}

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      slotProps={{
        htmlInput: { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
        input: {
          endAdornment: (
            <button
              type="button"
              className={styles.toggle}
              aria-label={isShown ? 'Hide password' : 'Show password'}
              onClick={() => setIsShown(!isShown)}
            >
              {isShown ? 'Hide' : 'Show'}
            </button>
          ),
        },
      }}
    />
  );
}
