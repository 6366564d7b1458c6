/** What SPEC section 9 lets an owner upload. */
export const maxContractBytes = 50_485_760;

export const contractExtensions = ['.pdf', '.doc', '.docx', '.jpg', '.jpeg', '.png'];

/** For the device's file picker; some pickers know only MIME types. */
export const acceptedFiles = [
  ...contractExtensions,
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/jpeg',
  'image/png',
].join(',');

/** A file size for display: '20.4 MB', '380 KB'. */
export function formatBytes(bytes: number): string {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${unit === 'KB' ? Math.ceil(size) : size.toFixed(1)} ${unit}`;
}
