import type { UploadedContract, UploadState } from '../../listings/upload/uploadState.ts';

/** The upload of the page, which goes on from one step to the next. */
export interface PageUpload {
  /** What was uploaded since the page opened; null where it was given up, undefined where nothing was. */
  contract: UploadedContract | null | undefined;
  state: UploadState;
  open: () => void;
  forget: () => void;
}
