import TextField from '@mui/material/TextField';
import type { ChangeEvent } from 'react';
import styles from './PictureField.module.css';

interface PictureFieldProps {
  name: string;
  value: string;
  error: boolean;
  helperText: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

/** The picture of a resort: what it is now, and its address. */
export function PictureField(props: PictureFieldProps) {
  return (
    <div className={styles.field}>
      {props.value !== '' && (
        <img className={styles.picture} src={props.value} alt="As the site shows it now" />
      )}
      <TextField {...props} label="Picture" placeholder="https://" />
    </div>
  );
}
