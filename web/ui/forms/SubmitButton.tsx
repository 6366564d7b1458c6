import { Button } from '../basics/Button.tsx';
import type { ReactNode } from 'react';

interface SubmitButtonProps {
  isSending: boolean;
  /** Its label while the form is being sent. */
  sending?: string;
  children: ReactNode;
}

export function SubmitButton({ isSending, sending = 'Saving…', children }: SubmitButtonProps) {
  return (
    <Button type="submit" variant="contained" color="secondary" size="large" aria-busy={isSending}>
      {isSending ? sending : children}
    </Button>
  );
}
