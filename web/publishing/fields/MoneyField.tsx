import type { TextFieldProps } from '@mui/material/TextField';
import { TextField } from '#web/ui/material/TextField.ts';
import styles from '../CreateListing.module.css';

export function MoneyField(props: Omit<TextFieldProps, 'slotProps'>) {
  return (
    <TextField
      {...props}
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: 'decimal', maxLength: 20 },
        input: { startAdornment: <span className={styles.dollar}>$</span> },
      }}
    />
  );
}
