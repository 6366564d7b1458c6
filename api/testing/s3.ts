import type { S3Settings } from '../platform/storage/s3Storage.ts';

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
