import { useRef } from 'react';

/**
 * Returns the same key for the same input, so that a retry after a lost response does nothing
 * twice.
 */
export function useIdempotencyKeys(): (sent: unknown) => string {
  const last = useRef({ sent: '', key: '' });
  return (sent) => {
    const text = JSON.stringify(sent);
    if (last.current.sent !== text) last.current = { sent: text, key: newKey() };
    return last.current.key;
  };
}

export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
