import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  type ListMultipartUploadsCommandOutput,
  type ListPartsCommandOutput,
  type MultipartUpload as S3Upload,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { EnvError, type S3Env } from '../process/env.ts';
import { errorCode } from '../outgoing/failureWords.ts';
import {
  chooseParts,
  NoSuchObjectError,
  NoSuchUploadError,
  PartTooSmallError,
  type MultipartStorage,
  type MultipartUpload,
  type ObjectStorage,
  type StoredPart,
  type TemporaryCredentials,
} from './objectStorage.ts';
import { spool } from './spool.ts';
import { AssumeRoleCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';

/** @param folder for copies: S3 requires the length of an object beforehand */
export async function openS3Storage(settings: S3Env, folder: string): Promise<ObjectStorage> {
  const { bucket: name, endpoint, region, accessKeyId, secretAccessKey, roleArn } = settings;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const access = { endpoint, region, credentials: { accessKeyId, secretAccessKey } };
  const s3 = new S3Client({
    ...access,
    forcePathStyle: true,
    // Servers other than Amazon's support no checksums besides MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const bucket: Bucket = { s3, name, folder };
  const uploads = multipartUploads(bucket);

  return {
    scratch: folder,
    ...singleObjects(bucket),
    ...uploads,

    async tidy(prefix, before) {
      for await (const { Key = '', UploadId = '', Initiated } of uploadsInPieces(
        s3,
        name,
        prefix,
      )) {
        if (Initiated && Initiated < before) {
          await uploads.abortMultipart({ key: Key, uploadId: UploadId });
        }
      }
      for (const fileName of await readdir(folder)) {
        const path = join(folder, fileName);
        if ((await stat(path)).mtime < before) {
          await rm(path, { force: true });
        }
      }
    },

    direct: {
      origin: new URL(endpoint).origin,
      signPart: (upload, partNumber, seconds) =>
        getSignedUrl(
          s3,
          new UploadPartCommand({ ...uploadAt(bucket, upload), PartNumber: partNumber }),
          { expiresIn: seconds },
        ),
      lendCredentials: roleArn
        ? (prefix) => assumeRole(access, { roleArn, bucket: name, prefix })
        : undefined,
    },
  };
}

/** Milliseconds for the first response of a storage. */
const firstAnswerWithin = 10_000;

/**
 * Requests an object, as nothing else detects wrong keys before the first upload. Keys that may not list objects are
 * accepted.
 * @throws {EnvError} if the bucket can't be used
 */
export async function requireS3(settings: S3Env): Promise<void> {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings;
  const s3 = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 1,
  });
  try {
    await s3.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), {
      abortSignal: AbortSignal.timeout(firstAnswerWithin),
    });
  } catch (error) {
    if (!(error instanceof S3ServiceException && error.name === 'AccessDenied')) {
      const reason = errorCode(error) || (error instanceof Error ? error.name : '');
      throw new EnvError(
        `The bucket ${bucket} at ${endpoint} can't be used (${reason}). Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the keys, and that the storage runs`,
      );
    }
  } finally {
    s3.destroy();
  }
}

interface Bucket {
  s3: S3Client;
  name: string;
  folder: string;
}

const objectAt = ({ name }: Bucket, key: string) => ({ Bucket: name, Key: key });

const uploadAt = (bucket: Bucket, { key, uploadId }: MultipartUpload) => ({
  ...objectAt(bucket, key),
  UploadId: uploadId,
});

function singleObjects(
  bucket: Bucket,
): Pick<ObjectStorage, 'write' | 'read' | 'stat' | 'move' | 'remove' | 'list'> {
  const { s3, name, folder } = bucket;
  return {
    write: (key, body, { maxBytes }) =>
      send(folder, body, maxBytes, (content) =>
        s3.send(new PutObjectCommand({ ...objectAt(bucket, key), ...content })),
      ),

    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await ofObject(
        s3.send(new GetObjectCommand({ ...objectAt(bucket, key), Range })),
      );
      return Body as Readable;
    },

    async stat(key) {
      try {
        const found = await ofObject(s3.send(new HeadObjectCommand(objectAt(bucket, key))));
        const { ContentLength = 0, LastModified = new Date() } = found;
        return { key, size: ContentLength, modifiedAt: LastModified };
      } catch (error) {
        if (error instanceof NoSuchObjectError) {
          return null;
        }
        throw error;
      }
    },

    async move(from, to) {
      const CopySource = `${name}/${from}`;
      await ofObject(s3.send(new CopyObjectCommand({ ...objectAt(bucket, to), CopySource })));
      await s3.send(new DeleteObjectCommand(objectAt(bucket, from)));
    },

    async remove(key) {
      await s3.send(new DeleteObjectCommand(objectAt(bucket, key)));
    },

    async *list(prefix) {
      const pages = paginateListObjectsV2({ client: s3 }, { Bucket: name, Prefix: prefix });
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', Size = 0, LastModified = new Date() } of Contents) {
          yield { key: Key, size: Size, modifiedAt: LastModified };
        }
      }
    },
  };
}

function multipartUploads(bucket: Bucket): MultipartStorage {
  const { s3, folder } = bucket;
  return {
    async beginMultipart(key) {
      const { UploadId = '' } = await s3.send(
        new CreateMultipartUploadCommand(objectAt(bucket, key)),
      );
      return UploadId;
    },

    writePart: async (upload, partNumber, body, { maxBytes }) => {
      const place = uploadAt(bucket, upload);
      await ofUpload(s3.send(new ListPartsCommand({ ...place, MaxParts: 1 })));
      return send(folder, body, maxBytes, (content) =>
        ofUpload(s3.send(new UploadPartCommand({ ...place, ...content, PartNumber: partNumber }))),
      );
    },

    listParts: (upload) => ofUpload(listParts(bucket, upload)),

    async completeMultipart(upload, parts) {
      const stored = await ofUpload(listParts(bucket, upload));
      const Parts = chooseParts(stored, parts).map(({ partNumber, etag }) => ({
        PartNumber: partNumber,
        ETag: etag,
      }));
      await ofUpload(
        s3.send(
          new CompleteMultipartUploadCommand({
            ...uploadAt(bucket, upload),
            MultipartUpload: { Parts },
          }),
        ),
      );
    },

    async abortMultipart(upload) {
      try {
        await ofUpload(s3.send(new AbortMultipartUploadCommand(uploadAt(bucket, upload))));
      } catch (error) {
        if (!(error instanceof NoSuchUploadError)) {
          throw error;
        }
      }
    },
  };
}

async function listParts(bucket: Bucket, upload: MultipartUpload): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  // The SDK's own paginator continues while there is a marker, which some servers always send.
  let page: Partial<ListPartsCommandOutput> = { IsTruncated: true };
  while (page.IsTruncated) {
    page = await bucket.s3.send(
      new ListPartsCommand({
        ...uploadAt(bucket, upload),
        PartNumberMarker: page.NextPartNumberMarker,
      }),
    );
    for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? []) {
      parts.push({ partNumber: PartNumber, etag: ETag, size: Size });
    }
  }
  return parts;
}

async function send(
  folder: string,
  body: Readable,
  maxBytes: number,
  put: (content: { Body: Readable; ContentLength: number }) => Promise<{ ETag?: string }>,
): Promise<{ etag: string }> {
  const { path, size } = await spool(folder, body, maxBytes);
  try {
    const { ETag = '' } = await put({ Body: createReadStream(path), ContentLength: size });
    return { etag: ETag };
  } finally {
    await rm(path, { force: true });
  }
}

async function* uploadsInPieces(
  s3: S3Client,
  bucket: string,
  prefix: string,
): AsyncGenerator<S3Upload> {
  let page: Partial<ListMultipartUploadsCommandOutput> = { IsTruncated: true };
  while (page.IsTruncated) {
    page = await s3.send(
      new ListMultipartUploadsCommand({
        Bucket: bucket,
        Prefix: prefix,
        KeyMarker: page.NextKeyMarker,
        UploadIdMarker: page.NextUploadIdMarker,
      }),
    );
    yield* page.Uploads ?? [];
  }
}

const ofObject = <Answer>(work: Promise<Answer>): Promise<Answer> =>
  work.catch((error: unknown) => {
    throw isMissing(error) ? new NoSuchObjectError('There is no such object') : error;
  });

const ofUpload = <Answer>(work: Promise<Answer>): Promise<Answer> =>
  work.catch((error: unknown) => {
    if (error instanceof S3ServiceException && error.name === 'EntityTooSmall') {
      throw new PartTooSmallError('Each part but the last must have at least 5 MiB');
    }
    throw isMissing(error) ? new NoSuchUploadError('There is no such upload') : error;
  });

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  ['NoSuchKey', 'NoSuchUpload', 'NotFound'].includes(error.name);

const credentialsLifetime = 900;

/** Credentials of a role that may only put objects below the prefix of the bucket. */
async function assumeRole(
  access: { endpoint: string; region: string; credentials: STSClientConfig['credentials'] },
  { roleArn, bucket, prefix }: { roleArn: string; bucket: string; prefix: string },
): Promise<TemporaryCredentials> {
  const sts = new STSClient(access);
  const { Credentials } = await sts.send(
    new AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: 'upload',
      DurationSeconds: credentialsLifetime,
      Policy: JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: ['s3:PutObject'],
            Resource: [`arn:aws:s3:::${bucket}/${prefix}*`],
          },
        ],
      }),
    }),
  );
  return {
    accessKeyId: Credentials?.AccessKeyId ?? '',
    secretAccessKey: Credentials?.SecretAccessKey ?? '',
    sessionToken: Credentials?.SessionToken ?? '',
    expiresAt: Credentials?.Expiration ?? new Date(),
    bucket,
    region: access.region,
  };
}
