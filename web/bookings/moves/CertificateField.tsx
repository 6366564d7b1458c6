import { useState } from 'react';
import { guestCertificate } from '#web/listings/upload/contractFiles.ts';
import { UploadPanel } from '#web/listings/upload/UploadPanel.tsx';
import { useContractUpload } from '#web/listings/upload/useContractUpload.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { FormFailure } from '#web/ui/forms/FormFailure.tsx';
import styles from './CertificateField.module.css';

interface CertificateFieldProps {
  error: string | undefined;
  /** Called with the value for `certificateUrl`; '' without a document. */
  onChange: (url: string) => void;
}

/** Inside a form: uploads a guest certificate. */
export function CertificateField({ error, onChange }: CertificateFieldProps) {
  const [fileName, setFileName] = useState<string>();
  const upload = useContractUpload({
    kind: guestCertificate,
    accept: async ({ contractDocumentUrl, fileName: uploaded }) => {
      setFileName(uploaded);
      onChange(contractDocumentUrl);
    },
    onChange: () => undefined,
  });
  const chooseAnother = () => {
    setFileName(undefined);
    onChange('');
  };
  return (
    <div className="stack gap-3" role="group" aria-label="Guest certificate">
      {fileName === undefined ? (
        <UploadPanel upload={upload} />
      ) : (
        <div className={`row wrap gap-3 padding-4 rounded on-foam ${styles.ready}`}>
          <Icon name="document" size={28} />
          <p ref={takeFocus} tabIndex={-1}>
            <strong>{fileName}</strong> is ready
          </p>
          <Button variant="outlined" color="inherit" onClick={chooseAnother}>
            Choose Another File
          </Button>
        </div>
      )}
      <FormFailure message={error} />
    </div>
  );
}
