interface EmailTextProps {
  email: string;
}

/** An address that breaks before the @ first. */
export function EmailText({ email }: EmailTextProps) {
  const at = Math.max(0, email.lastIndexOf('@'));
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
