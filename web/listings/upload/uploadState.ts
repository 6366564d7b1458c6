/** A document that is on the server and that a listing may use. */
export interface UploadedContract {
  /** What the listing's `contractDocumentUrl` takes; it opens nothing. */
  contractDocumentUrl: string;
  fileName: string;
}

/** How far the upload of a contract is. */
export type UploadState =
  | { phase: 'choosing'; problems: readonly string[] }
  | {
      phase: 'sending';
      fileName: string;
      sentBytes: number;
      totalBytes: number;
      /** Undefined while that can't be told. */
      secondsLeft: number | undefined;
      isPaused: boolean;
      isOffline: boolean;
      /** The last call got no answer, and another try follows. */
      isRetrying: boolean;
    }
  /** All of it has gone; the server looks at it. */
  | { phase: 'checking'; fileName: string; isOffline: boolean }
  | {
      phase: 'failed';
      fileName: string;
      /** In the words of SPEC section 8. */
      title: string;
      reason: string | undefined;
      /** Whether the same file may come through another time. */
      canRetry: boolean;
    };

/** What can be done with an upload that goes on. */
export interface RunningUpload {
  pause: () => void;
  resume: () => void;
  retry: () => void;
  /** Gives it up; nothing of it is left, here or on the server. */
  cancel: () => void;
}

export const noUpload: UploadState = { phase: 'choosing', problems: [] };

/** Whole percent that have gone. */
export const percentOf = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
  totalBytes === 0 ? 0 : Math.min(100, Math.floor((sentBytes / totalBytes) * 100));
