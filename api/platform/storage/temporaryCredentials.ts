import { AssumeRoleCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';
import type { TemporaryCredentials } from './objectStorage.ts';

const credentialsLifetime = 900;

/** Credentials of a role that may only put objects below the prefix of the bucket. */
export async function assumeRole(
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
