import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { ObjectStorage } from '../platform/storage/objectStorage.ts';
import type { S3Env } from '../platform/process/env.ts';
import { openS3Storage } from '../platform/storage/s3Storage.ts';

/**
 * Settings of the S3 for tests, from TEST_S3_ENDPOINT and related variables (docs/operations.md);
 * undefined if there is none.
 */
export function testS3(): S3Env | undefined {
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

/** Creates the bucket if it is missing, and opens the storage. */
export async function openTestS3(settings: S3Env, folder: string): Promise<ObjectStorage> {
  const { endpoint, region, bucket } = settings;
  const client = new S3Client({ endpoint, region, credentials: settings, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'BucketAlreadyOwnedByYou')) {
      throw error;
    }
  });
  return openS3Storage(settings, folder);
}
