import type { UploadedContract, UploadState } from '#web/listings/upload/uploadState.ts';

/** The page's upload, which continues across steps. */
export interface PageUpload {
  /** Document uploaded since the page opened; null if discarded, undefined without any. */
  contract: UploadedContract | null | undefined;
  state: UploadState;
  open: () => void;
  forget: () => void;
}
