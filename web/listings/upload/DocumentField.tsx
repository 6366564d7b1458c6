import { useState } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import type { DocumentKind } from './contractFiles.ts';
import styles from './DocumentField.module.css';
import { UploadPanel } from './UploadPanel.tsx';
import type { UploadAccess } from './uploadState.ts';
import { useContractUpload } from './useContractUpload.ts';

interface DocumentFieldProps {
  kind: DocumentKind;
  label: string;
  error: string | undefined;
  /** @param url empty once the file is taken back */
  onDocument: (url: string) => void;
  uploadBy?: UploadAccess;
}

/** A field of a form for one uploaded document. */
export function DocumentField({ kind, label, error, onDocument, uploadBy }: DocumentFieldProps) {
  const [fileName, setFileName] = useState<string>();
  const upload = useContractUpload({
    kind,
    accept: async ({ contractDocumentUrl, fileName: uploaded }) => {
      setFileName(uploaded);
      onDocument(contractDocumentUrl);
    },
    onChange: () => undefined,
    uploadBy,
  });
  const chooseAnother = () => {
    setFileName(undefined);
    onDocument('');
  };
  return (
    <div className="stack gap-3" role="group" aria-label={label}>
      {fileName === undefined ? (
        <UploadPanel upload={upload} />
      ) : (
        <div className={`row wrap gap-3 padding-4 tile ${styles.ready}`}>
          <Icon name="document" size={28} />
          <p ref={takeFocus} tabIndex={-1}>
            <strong>{fileName}</strong> is ready
          </p>
          <Button variant="quiet" onClick={chooseAnother}>
            Choose Another File
          </Button>
        </div>
      )}
      <FormFailure message={error} />
    </div>
  );
}
