import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { ObjectStorage } from '../platform/storage/objectStorage.ts';
import { openS3Storage, type S3Settings } from '../platform/storage/s3Storage.ts';

/**
 * The S3 that tests may use, from TEST_S3_ENDPOINT and its like (docs/operations.md); undefined
 * where there is none.
 */
export function testS3(): S3Settings | undefined {
  const { TEST_S3_ENDPOINT: endpoint, TEST_S3_BUCKET: bucket = 'tideweek-test' } = process.env;
  return endpoint
    ? {
        endpoint,
        bucket,
        region: process.env['TEST_S3_REGION'] ?? 'us-east-1',
        accessKeyId: process.env['TEST_S3_ACCESS_KEY_ID'] ?? '',
        secretAccessKey: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
        roleArn: process.env['TEST_S3_ROLE_ARN'],
      }
    : undefined;
}

/** The storage on it, with its bucket. */
export async function openTestS3(settings: S3Settings, folder: string): Promise<ObjectStorage> {
  const { endpoint, region, bucket } = settings;
  const client = new S3Client({ endpoint, region, credentials: settings, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'BucketAlreadyOwnedByYou')) {
      throw error;
    }
  });
  return openS3Storage(settings, folder);
}
