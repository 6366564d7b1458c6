import { Fragment } from 'react';
import styles from './EmailText.module.css';

interface EmailTextProps {
  email: string;
}

/** An address that breaks before the @, and before a dot only where half of it is too long. */
export function EmailText({ email }: EmailTextProps) {
  return email.split(/(?=@)/).map((half) => (
    <span key={half} className={styles.half}>
      {half.split(/(?=\.)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  ));
}
