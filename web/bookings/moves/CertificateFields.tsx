import { useState } from 'react';
import { guestCertificate } from '#web/listings/upload/contractFiles.ts';
import { UploadPanel } from '#web/listings/upload/UploadPanel.tsx';
import { useContractUpload } from '#web/listings/upload/useContractUpload.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import type { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import styles from './CertificateFields.module.css';

interface CertificateFieldsProps {
  number: ReturnType<ReturnType<typeof useForm>['field']>;
  error: string | undefined;
  onDocument: (url: string) => void;
}

export function CertificateFields({ number, error, onDocument }: CertificateFieldsProps) {
  const [fileName, setFileName] = useState<string>();
  const upload = useContractUpload({
    kind: guestCertificate,
    accept: async ({ contractDocumentUrl, fileName: uploaded }) => {
      setFileName(uploaded);
      onDocument(contractDocumentUrl);
    },
    onChange: () => undefined,
  });
  const chooseAnother = () => {
    setFileName(undefined);
    onDocument('');
  };
  return (
    <>
      <TextField
        {...number}
        label="Certificate number"
        required
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 60, spellCheck: false } }}
      />
      <div className="stack gap-3" role="group" aria-label="Guest certificate">
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
    </>
  );
}
