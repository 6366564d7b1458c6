import type { TextFieldProps } from '@mui/material/TextField';
import { useId } from 'react';
import { TextField } from '#web/ui/material/TextField.ts';

/** The browser's own select with the look of a text field. Its children are options. */
export function ChoiceField(props: TextFieldProps) {
  const id = useId();
  return (
    <TextField
      {...props}
      select
      slotProps={{ select: { native: true }, htmlInput: { id }, inputLabel: { htmlFor: id } }}
    />
  );
}
