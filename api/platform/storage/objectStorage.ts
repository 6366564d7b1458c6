import type { Readable } from 'node:stream';

/** An object in the storage, without its content. */
export interface StoredObject {
  /** Words of lower-case letters, digits and hyphens, separated by slashes. */
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/** One part of a multipart upload. */
export interface StoredPart {
  /** 1 to 10,000. */
  partNumber: number;
  /** Identifies the content, in quotes as in the ETag header. */
  etag: string;
  /** Bytes. */
  size: number;
}

/** Bytes of an object, both ends included, as in a Range header. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Temporary credentials of the storage, for one folder. */
export interface TemporaryCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiresAt: Date;
  bucket: string;
  region: string;
}

/**
 * Storage of files: a folder of this machine or S3. Writes are atomic: an object appears after its
 * last byte is stored, or not at all.
 */
export interface ObjectStorage {
  /**
   * Stores a stream, replacing an existing object.
   * @throws {ObjectTooLargeError} if there are more than `maxBytes`; nothing is stored
   */
  write(key: string, body: Readable, limit: { maxBytes: number }): Promise<{ etag: string }>;
  /** @throws {NoSuchObjectError} */
  read(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<StoredObject | null>;
  /** @throws {NoSuchObjectError} */
  move(from: string, to: string): Promise<void>;
  /** Does nothing if there is no such object. */
  remove(key: string): Promise<void>;
  /** All objects whose keys begin with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;

  /** Begins a multipart upload and returns its id. */
  beginMultipart(key: string): Promise<string>;
  /**
   * Stores a part, replacing an earlier one with the same number.
   * @throws {NoSuchUploadError}
   * @throws {ObjectTooLargeError} if there are more than `maxBytes`; nothing is stored
   */
  writePart(
    upload: MultipartUpload,
    partNumber: number,
    body: Readable,
    limit: { maxBytes: number },
  ): Promise<{ etag: string }>;
  /**
   * The stored parts, in the order of their numbers.
   * @throws {NoSuchUploadError}
   */
  listParts(upload: MultipartUpload): Promise<StoredPart[]>;
  /**
   * Joins the given parts, in the order of their numbers, and deletes the others.
   * @throws {NoSuchUploadError}
   * @throws {InvalidPartError} naming the first part that is missing or has another ETag
   * @throws {PartTooSmallError} if the storage requires larger parts
   */
  completeMultipart(
    upload: MultipartUpload,
    parts: Pick<StoredPart, 'partNumber' | 'etag'>[],
  ): Promise<void>;
  /** Deletes the parts; does nothing if there is no such upload. */
  abortMultipart(upload: MultipartUpload): Promise<void>;
  /**
   * Removes what interrupted writes left before a time: multipart uploads of keys with this prefix
   * (the rest of the bucket belongs to others), and our own copies on this machine.
   */
  tidy(prefix: string, before: Date): Promise<void>;

  /** A folder of this machine for copies of objects; `tidy` cleans it too. */
  scratch: string;
  /** Direct access for clients; undefined if only this server reaches the storage. */
  direct: DirectAccess | undefined;
}

export interface MultipartUpload {
  key: string;
  uploadId: string;
}

export interface DirectAccess {
  /** Scheme, host and port at which clients reach the storage. */
  origin: string;
  /** A signed URL that accepts this part by PUT for some seconds. */
  signPart(upload: MultipartUpload, partNumber: number, seconds: number): Promise<string>;
  /** Credentials that may only write below the prefix; undefined if the storage issues none. */
  lendCredentials: ((prefix: string) => Promise<TemporaryCredentials>) | undefined;
}

/** There is no object with this key. */
export class NoSuchObjectError extends Error {}

/** There is no such multipart upload: it was never begun, or is over. */
export class NoSuchUploadError extends Error {}

/** The content is larger than allowed. */
export class ObjectTooLargeError extends Error {}

/** A part is missing or differs from what the caller expects; the message is for people. */
export class InvalidPartError extends Error {
  constructor(partNumber: number) {
    super(`Part ${partNumber} was not uploaded, or has changed since`);
  }
}

/** S3 requires 5 MiB in each part but the last. */
export class PartTooSmallError extends Error {}
