export interface NewPicture {
  key: string;
  file: File;
  address: string;
  alt: string;
  problem?: string | undefined;
  /** The server's refusal, or a lost connection. */
  failure?: string | undefined;
  /** The share sent, 0 to 1; undefined while waiting. */
  sent?: number | undefined;
}

/** Bytes and types that the server accepts. */
const largest = 15 * 1024 * 1024;
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** Why a file can't be uploaded, in the server's words; undefined if it can. */
export function problemOfFile({ type, size }: File): string | undefined {
  if (!pictureTypes.includes(type)) return 'The picture must be a JPEG, PNG or WebP file';
  return size > largest ? 'A picture may have at most 15 MB' : undefined;
}

/** The server's message about an invalid description; undefined if valid. */
export function problemOfDescription(text: string): string | undefined {
  if (text.trim() === '') return 'Describe what the picture shows';
  return text.trim().length > 200 ? 'The description may have at most 200 characters' : undefined;
}
