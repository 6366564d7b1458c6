import { isAtField, messageOf } from '#web/relay/refusal.ts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The token of the mailed link, or null. Removed from the address bar, and so from the history and
 * from shared links.
 */
export function useLinkToken(): string | null {
  const [params] = useSearchParams();
  const [token] = useState(() => params.get('token') || null);
  useEffect(() => {
    if (token !== null) {
      window.history.replaceState(window.history.state, '', window.location.pathname);
    }
  }, [token]);
  return token;
}

export function useEmailConfirmation(send: (token: string) => Promise<{ readonly email: string }>) {
  const token = useLinkToken();
  const [confirmed, setConfirmed] = useState<string>();
  const [deadLink, setDeadLink] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const confirm = async () => {
    if (token === null) return;
    setFailure(undefined);
    try {
      setConfirmed((await send(token)).email);
    } catch (error) {
      if (isAtField(error)) setDeadLink(messageOf(error, ''));
      else setFailure(messageOf(error, fallbackMessage));
    }
  };

  return {
    confirmed,
    deadLink: token === null ? 'A part of it is missing' : deadLink,
    /** Whether the page shows the result of a click. */
    isAnswer: confirmed !== undefined || deadLink !== undefined,
    failure,
    confirm: () => void confirm(),
  };
}

const fallbackMessage = 'That did not work. Please try again';
