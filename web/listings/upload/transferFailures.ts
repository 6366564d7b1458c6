import { RefusedError } from '#web/relay/refusal.ts';

/** An error of the upload client: of a call to our server, or of a request that sends a part. */
interface TransferError extends Error {
  /** On calls to our server: the session has ended. */
  isAuthError?: boolean;
  source?: { status?: number; responseText?: string };
}

interface TransferFailure {
  /** The server refused, and would refuse the same request again. */
  isRefused: boolean;
  reason: string | undefined;
}

export function failureOf(error: unknown): TransferFailure {
  if (!(error instanceof Error)) return { isRefused: false, reason: undefined };
  const { name, message, isAuthError, source } = error as TransferError;
  if (isAuthError) {
    return { isRefused: false, reason: 'You are signed out. Sign in again in another window' };
  }
  if (name === 'UserFacingApiError' || error instanceof RefusedError) {
    return { isRefused: true, reason: message };
  }
  const status = source?.status ?? 0;
  return status >= 400 && status < 500
    ? { isRefused: true, reason: messageIn(source?.responseText) }
    : { isRefused: false, reason: 'The connection was lost, or the server is busy' };
}

export function mayComeThrough(error: unknown): boolean {
  const isEnded = error instanceof Error && error.name === 'AbortError';
  const isSignedOut = error instanceof Error && (error as TransferError).isAuthError === true;
  return !isEnded && !isSignedOut && !failureOf(error).isRefused;
}

export const connected = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else window.addEventListener('online', () => resolve(), { once: true });
  });

/** The message of an S3 error response, in XML; undefined if there is none. */
function messageIn(xml: string | undefined): string | undefined {
  const document = new DOMParser().parseFromString(xml ?? '', 'text/xml');
  return document.querySelector('Message')?.textContent ?? undefined;
}
