import type { Readable } from 'node:stream';

export interface StoredObject {
  /** Words of lower-case letters, digits and hyphens, separated by slashes. */
  key: string;
  size: number;
  modifiedAt: Date;
}

export interface StoredPart {
  /** 1 to 10,000. */
  partNumber: number;
  /** Identifies the content, in quotes as in the ETag header. */
  etag: string;
  size: number;
}

/** Bytes of an object, both ends included, as in a Range header. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface TemporaryCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiresAt: Date;
  bucket: string;
  region: string;
}

/** A local folder or S3. An object appears after its last byte is stored, or never. */
export interface ObjectStorage extends MultipartStorage {
  /** @throws {ObjectTooLargeError} if there are more than `maxBytes`; nothing is stored */
  write(key: string, body: Readable, limit: { maxBytes: number }): Promise<{ etag: string }>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<StoredObject | null>;
  move(from: string, to: string): Promise<void>;
  /** Does nothing if there is no such object. */
  remove(key: string): Promise<void>;
  /** All objects whose keys begin with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes remains of interrupted writes: uploads of keys with this prefix, and local copies. */
  tidy(prefix: string, before: Date): Promise<void>;

  /** A local folder for copies of objects; `tidy` cleans it too. */
  scratch: string;
  /** Direct access for clients; undefined if only this server can reach the storage. */
  direct: DirectAccess | undefined;
}

export interface MultipartStorage {
  beginMultipart(key: string): Promise<string>;
  /** Replaces a part with the same number. @throws {NoSuchUploadError | ObjectTooLargeError} */
  writePart(
    upload: MultipartUpload,
    partNumber: number,
    body: Readable,
    limit: { maxBytes: number },
  ): Promise<{ etag: string }>;
  listParts(upload: MultipartUpload): Promise<StoredPart[]>;
  /**
   * In the order of their numbers; deletes all other parts.
   * @throws {NoSuchUploadError | InvalidPartError | PartTooSmallError}
   */
  completeMultipart(
    upload: MultipartUpload,
    parts: Pick<StoredPart, 'partNumber' | 'etag'>[],
  ): Promise<void>;
  /** Deletes the parts; does nothing if there is no such upload. */
  abortMultipart(upload: MultipartUpload): Promise<void>;
}

export interface MultipartUpload {
  key: string;
  uploadId: string;
}

export interface DirectAccess {
  /** Scheme, host and port at which clients reach the storage. */
  origin: string;
  /** A signed URL for one PUT of this part, valid for some seconds. */
  signPart(upload: MultipartUpload, partNumber: number, seconds: number): Promise<string>;
  /** Credentials for writing below the prefix only; undefined if the storage issues none. */
  lendCredentials: ((prefix: string) => Promise<TemporaryCredentials>) | undefined;
}

export class NoSuchObjectError extends Error {}

/** There is no such multipart upload: it was never begun, or is over. */
export class NoSuchUploadError extends Error {}

export class ObjectTooLargeError extends Error {}

/** A part is missing or differs from the caller's list; the message is for people. */
export class InvalidPartError extends Error {
  constructor(partNumber: number) {
    super(`Part ${partNumber} was not uploaded, or has changed since`);
  }
}

/** S3 requires 5 MiB in each part but the last. */
export class PartTooSmallError extends Error {}
