import { Button } from '#web/ui/basics/Button.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import {
  percentOf,
  type UploadState,
  type UploadedContract,
} from '#web/listings/upload/uploadState.ts';
import { loadUploadDialog } from './loadUploadDialog.ts';

interface ContractButtonProps {
  isUploaded: boolean;
  upload: UploadState;
  onClick: () => void;
}

export const contractButtonId = 'upload-contract';

export function ContractButton({ isUploaded, upload, onClick }: ContractButtonProps) {
  const isDone = isUploaded && upload.phase === 'choosing';
  return (
    <Button
      id={contractButtonId}
      variant={isDone ? 'outlined' : 'contained'}
      color="primary"
      size="large"
      aria-haspopup="dialog"
      onPointerEnter={() => void loadUploadDialog()}
      onClick={onClick}
      startIcon={isDone ? undefined : <Icon name="upload" size={20} />}
    >
      {isDone ? 'Ownership Contract Uploaded ✓' : labelOf(upload)}
    </Button>
  );
}

function labelOf(upload: UploadState): string {
  switch (upload.phase) {
    case 'sending':
      return `${upload.isPaused ? 'Paused at' : 'Uploading contract…'} ${percentOf(upload)}%`;
    case 'checking':
      return 'Checking the document…';
    case 'failed':
      return 'Upload failed: try again';
    default:
      return 'Upload Ownership Contract';
  }
}

export interface PageUpload {
  /** Document uploaded since the page opened; null if discarded, undefined without any. */
  contract: UploadedContract | null | undefined;
  state: UploadState;
  open: () => void;
  forget: () => void;
}
