export interface UploadedContract {
  /** The value for `contractDocumentUrl` and `certificateUrl`; not a link. */
  contractDocumentUrl: string;
  fileName: string;
}

/** How to upload without an account. */
export interface UploadAccess {
  /** Before the paths of the upload. */
  path: string;
  headers: Record<string, string>;
}

export type UploadState =
  | { phase: 'choosing'; problems: readonly string[] }
  | {
      phase: 'sending';
      fileName: string;
      sentBytes: number;
      totalBytes: number;
      secondsLeft: number | undefined;
      isPaused: boolean;
      isOffline: boolean;
      isRetrying: boolean;
    }
  /** Everything is sent; the server checks it. */
  | { phase: 'checking'; fileName: string; isOffline: boolean }
  | {
      phase: 'failed';
      fileName: string;
      title: string;
      reason: string | undefined;
      canRetry: boolean;
    };

export interface RunningUpload {
  pause: () => void;
  resume: () => void;
  retry: () => void;
  /** Cancels the upload and removes it here and on the server. */
  cancel: () => void;
}

export const noUpload: UploadState = { phase: 'choosing', problems: [] };

/** Whole percent sent. */
export const percentOf = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
  totalBytes === 0 ? 0 : Math.min(100, Math.floor((sentBytes / totalBytes) * 100));
