import { useRef } from 'react';
import { FormDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { showToast, type NewToast } from '#web/ui/feedback/toastStore.ts';
import { ownershipContract } from './contractFiles.ts';
import { UploadPanel } from './UploadPanel.tsx';
import type { UploadedContract, UploadState } from './uploadState.ts';
import { useAttachContract } from './useAttachContract.ts';
import { useContractUpload } from './useContractUpload.ts';

interface ContractUploadDialogProps extends DialogState {
  /**
   * Plain id of the listing to attach the document to; without it the document is only uploaded.
   */
  listingId?: string | undefined;
  onUploaded?: (contract: UploadedContract) => void;
  onChange?: (state: UploadState) => void;
}

/**
 * Uploads an ownership contract and attaches it to the listing, if there is one. An upload
 * continues while the dialog is closed, until this component unmounts.
 */
export function ContractUploadDialog(props: ContractUploadDialogProps) {
  const { listingId, isOpen, onClose, focusAfter, onUploaded, onChange } = props;
  const attachContract = useAttachContract();
  const finishRef = useRef<(toast: NewToast) => void>(showToast);

  const accept = async (contract: UploadedContract) => {
    if (listingId !== undefined) {
      await attachContract(listingId, contract.contractDocumentUrl);
    }
    onUploaded?.(contract);
    finishRef.current(listingId === undefined ? contractReady : contractUploaded);
  };
  const upload = useContractUpload({
    kind: ownershipContract,
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
