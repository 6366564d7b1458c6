import { Fragment } from 'react';

interface EmailTextProps {
  email: string;
}

/** An address that breaks where a reader would: after the @ and before a dot. */
export function EmailText({ email }: EmailTextProps) {
  return email.split(/(?<=@)|(?=\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
