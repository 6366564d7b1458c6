import type { Readable } from 'node:stream';

/** An object as the storage knows it. */
export interface StoredObject {
  /** Words of small letters, digits and hyphens, joined by slashes. */
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/** One piece of an upload in pieces. */
export interface StoredPart {
  /** 1 to 10,000. */
  partNumber: number;
  /** Names the content, in the quotes in which the ETag header carries it. */
  etag: string;
  /** Bytes. */
  size: number;
}

/** Bytes of an object, both ends included, as in a Range header. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Temporary keys of the storage itself, for one folder. */
export interface TemporaryCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiresAt: Date;
  bucket: string;
  region: string;
}

/**
 * Where files are kept: a folder of this machine or S3. What stands under a key is always whole: it
 * appears at once, after its last byte is safe, or not at all.
 */
export interface ObjectStorage {
  /**
   * Stores what the stream gives, in place of what was there.
   * @throws {ObjectTooLargeError} with nothing stored
   */
  write(key: string, body: Readable, limit: { maxBytes: number }): Promise<{ etag: string }>;
  /** @throws {NoSuchObjectError} */
  read(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<StoredObject | null>;
  /** @throws {NoSuchObjectError} */
  move(from: string, to: string): Promise<void>;
  /** Does nothing where there is no such object. */
  remove(key: string): Promise<void>;
  /** All objects whose keys begin so, in no order. */
  list(prefix: string): AsyncIterable<StoredObject>;

  /** Begins an upload in pieces; gives its id. */
  beginMultipart(key: string): Promise<string>;
  /**
   * A piece sent again takes the place of the first.
   * @throws {NoSuchUploadError}
   * @throws {ObjectTooLargeError} with nothing stored
   */
  writePart(
    upload: MultipartUpload,
    partNumber: number,
    body: Readable,
    limit: { maxBytes: number },
  ): Promise<{ etag: string }>;
  /**
   * In the order of their numbers.
   * @throws {NoSuchUploadError}
   */
  listParts(upload: MultipartUpload): Promise<StoredPart[]>;
  /**
   * Joins the given pieces, in the order of their numbers, and forgets the others.
   * @throws {NoSuchUploadError}
   * @throws {InvalidPartError} naming the first piece that was not stored so
   * @throws {PartTooSmallError} where the storage wants larger pieces
   */
  completeMultipart(
    upload: MultipartUpload,
    parts: Pick<StoredPart, 'partNumber' | 'etag'>[],
  ): Promise<void>;
  /** Forgets the pieces; does nothing where there is no such upload. */
  abortMultipart(upload: MultipartUpload): Promise<void>;
  /**
   * Removes what interrupted writes left: uploads in pieces that were begun before, of keys with this
   * prefix (what else is in the bucket belongs to others), and our own copies on this machine.
   */
  tidy(prefix: string, before: Date): Promise<void>;

  /** A folder of this machine for copies of objects; tidied too. */
  scratch: string;
  /** What the storage can do for clients directly; undefined where it only answers to us. */
  direct: DirectAccess | undefined;
}

export interface MultipartUpload {
  key: string;
  uploadId: string;
}

export interface DirectAccess {
  /** Where clients reach it: scheme, host and port. */
  origin: string;
  /** A URL that takes this piece by PUT, for some seconds, from whoever has it. */
  signPart(upload: MultipartUpload, partNumber: number, seconds: number): Promise<string>;
  /** Keys that may write below the prefix and nothing else; undefined where it gives none. */
  lendCredentials: ((prefix: string) => Promise<TemporaryCredentials>) | undefined;
}

/** There is nothing under this key. */
export class NoSuchObjectError extends Error {}

/** There is no such upload in pieces: it was never begun, or is over. */
export class NoSuchUploadError extends Error {}

/** What was sent is larger than allowed. */
export class ObjectTooLargeError extends Error {}

/** A piece is missing, or has another content than the caller believes; the message is for people. */
export class InvalidPartError extends Error {
  constructor(partNumber: number) {
    super(`Part ${partNumber} was not uploaded, or has changed since`);
  }
}

/** S3 wants 5 MiB in each piece but the last. */
export class PartTooSmallError extends Error {}
