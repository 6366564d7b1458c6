import { guestCertificate } from '#web/listings/upload/contractFiles.ts';
import { DocumentField } from '#web/listings/upload/DocumentField.tsx';
import type { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';

interface CertificateFieldsProps {
  number: ReturnType<ReturnType<typeof useForm>['field']>;
  error: string | undefined;
  onDocument: (url: string) => void;
}

export const CertificateFields = ({ number, ...document }: CertificateFieldsProps) => (
  <>
    <TextField
      {...number}
      label="Certificate number"
      required
      autoComplete="off"
      slotProps={{ htmlInput: { maxLength: 60, spellCheck: false } }}
    />
    <DocumentField kind={guestCertificate} label="Guest certificate" {...document} />
  </>
);
