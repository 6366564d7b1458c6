/** SPEC section 9. */
export const maxContractBytes = 50_485_760;

export interface DocumentKind {
  noun: string;
  extensions: string[];
  /** For the device's file picker; some pickers know only MIME types. */
  types: string[];
  invitation: string;
  formats: string;
  readers: string;
  outlivesDialog: boolean;
}

export const ownershipContract: DocumentKind = {
  noun: 'contract',
  extensions: ['.pdf', '.doc', '.docx', '.jpg', '.jpeg', '.png'],
  types: [
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'image/jpeg',
    'image/png',
  ],
  invitation: 'Drop your deed or contract here, or',
  formats: 'One PDF, Word, JPEG or PNG file of up to 50 MB',
  readers: 'Only you and our verification team can open it. It is never shown on your listing.',
  outlivesDialog: true,
};

export const guestCertificate: DocumentKind = {
  noun: 'certificate',
  extensions: ['.pdf', '.jpg', '.jpeg', '.png'],
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  invitation: 'Drop the guest certificate here, or',
  formats: 'One PDF, JPEG or PNG file of up to 50 MB',
  readers: 'Only the traveler, the owner of the week and our team can open it.',
  outlivesDialog: false,
};

export const closingDocument: DocumentKind = {
  ...guestCertificate,
  noun: 'document',
  invitation: 'Drop the document here, or',
  readers: 'Both sides of the sale and our team can open it.',
};

export const evidenceFile: DocumentKind = {
  ...guestCertificate,
  noun: 'file',
  invitation: 'Drop a picture or a document here, or',
};

export function formatBytes(bytes: number): string {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${unit === 'KB' ? Math.ceil(size) : size.toFixed(1)} ${unit}`;
}
