/** An error of the upload client: of one of our calls, or of a request that sends a piece. */
interface TransferError extends Error {
  /** Of a call: the session is over. */
  isAuthError?: boolean;
  /** Of a piece. */
  source?: { status?: number; responseText?: string };
}

interface TransferFailure {
  /** The server said no: the same again would come to the same. */
  isRefused: boolean;
  /** In words for people, where there are any. */
  reason: string | undefined;
}

/** Why a transfer failed. */
export function failureOf(error: unknown): TransferFailure {
  if (!(error instanceof Error)) return { isRefused: false, reason: undefined };
  const { name, message, isAuthError, source } = error as TransferError;
  if (isAuthError) {
    return { isRefused: false, reason: 'You are signed out. Sign in again in another window' };
  }
  if (name === 'UserFacingApiError' || name === 'RefusedError') {
    return { isRefused: true, reason: message };
  }
  const status = source?.status ?? 0;
  return status >= 400 && status < 500
    ? { isRefused: true, reason: messageIn(source?.responseText) }
    : { isRefused: false, reason: 'The connection was lost, or the server is busy' };
}

/** Whether it is worth another try as it is. */
export function mayComeThrough(error: unknown): boolean {
  const isEnded = error instanceof Error && error.name === 'AbortError';
  const isSignedOut = error instanceof Error && (error as TransferError).isAuthError === true;
  return !isEnded && !isSignedOut && !failureOf(error).isRefused;
}

/** Resolves once the device has a connection. */
export const connected = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else window.addEventListener('online', () => resolve(), { once: true });
  });

/** What a refusal of the storage says, in the XML of S3. */
function messageIn(xml: string | undefined): string | undefined {
  const document = new DOMParser().parseFromString(xml ?? '', 'text/xml');
  return document.querySelector('Message')?.textContent ?? undefined;
}
