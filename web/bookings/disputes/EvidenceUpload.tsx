import { evidenceFile } from '#web/listings/upload/contractFiles.ts';
import { UploadPanel } from '#web/listings/upload/UploadPanel.tsx';
import { useContractUpload } from '#web/listings/upload/useContractUpload.ts';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import styles from '../moves/MoveForm.module.css';
import { useAddEvidence } from './useAddEvidence.ts';

export function EvidenceUpload({ bookingId }: { bookingId: string }) {
  const addEvidence = useAddEvidence(bookingId);
  const finish = useFinishDialog();
  const upload = useContractUpload({
    kind: evidenceFile,
    accept: async ({ contractDocumentUrl, fileName }) => {
      await addEvidence({ documentUrl: contractDocumentUrl });
      finish({ title: 'File added', description: fileName });
    },
    onChange: () => undefined,
  });
  return (
    <div className={styles.form}>
      <UploadPanel upload={upload} />
    </div>
  );
}
