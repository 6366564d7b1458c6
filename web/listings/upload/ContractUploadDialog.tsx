import { useRef } from 'react';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { showToast, type NewToast } from '../../ui/feedback/toastStore.ts';
import { UploadPanel } from './UploadPanel.tsx';
import type { UploadedContract, UploadState } from './uploadState.ts';
import { useAttachContract } from './useAttachContract.ts';
import { useContractUpload } from './useContractUpload.ts';

interface ContractUploadDialogProps {
  /** The plain id of the listing that gets the document; without it the document only waits. */
  listingId?: string | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** Where the focus goes when the dialog was open from the start, and so has no opener. */
  focusAfter: () => HTMLElement | null;
  /** Called once the document is on the server, and with the listing where there is one. */
  onUploaded?: (contract: UploadedContract) => void;
  /** Hears how far an upload is, for what stands on the page meanwhile. */
  onChange?: (state: UploadState) => void;
}

/**
 * Uploads an ownership contract, for a listing or to wait for one. What has begun goes on while the
 * dialog is closed, as long as this component stays.
 */
export function ContractUploadDialog(props: ContractUploadDialogProps) {
  const { listingId, isOpen, onClose, focusAfter, onUploaded, onChange } = props;
  const attachContract = useAttachContract();
  /** Closes the dialog where it is open, and says what was done. */
  const finishRef = useRef<(toast: NewToast) => void>(showToast);

  const accept = async (contract: UploadedContract) => {
    if (listingId !== undefined) {
      await attachContract(listingId, contract.contractDocumentUrl);
    }
    onUploaded?.(contract);
    finishRef.current(listingId === undefined ? contractReady : contractUploaded);
  };
  const upload = useContractUpload({
    accept,
    onChange: (state) => {
      onChange?.(state);
      if (state.phase === 'failed') {
        const { title, reason: description } = state;
        showToast({ title, ...(description && { description }), variant: 'destructive' });
      }
    },
  });

  return (
    <FormDialog
      title="Upload Ownership Contract"
      isOpen={isOpen}
      onClose={onClose}
      focusAfter={focusAfter}
      isWide
    >
      <UploadPanel upload={upload} finishRef={finishRef} />
    </FormDialog>
  );
}

/** SPEC section 8. */
const contractUploaded: NewToast = {
  title: 'Contract Uploaded',
  description: 'Your ownership contract has been uploaded for verification.',
};

const contractReady: NewToast = {
  title: 'Contract Ready',
  description: 'Contract file uploaded successfully. Submit your listing to continue.',
};
