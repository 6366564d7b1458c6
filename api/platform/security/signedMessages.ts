import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureHeader = 'tideweek-signature';

/** Allowed difference in seconds between a message's time and ours. */
const tolerance = 300;

/** 't=<seconds since 1970>,v1=<hex>', with HMAC-SHA256 over '<t>.<body>' and the secret. */
export function signMessage(secret: string, body: string, now = Date.now()): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${macOf(secret, seconds, body).toString('hex')}`;
}

/** Checks the signature and time of a message; 'stale' if the time differs too much from ours. */
export function checkSignature(
  secret: string,
  body: string,
  header: string | undefined,
): 'valid' | 'invalid' | 'stale' {
  const [, time = '', mac = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (mac === '' || !timingSafeEqual(Buffer.from(mac, 'hex'), macOf(secret, Number(time), body))) {
    return 'invalid';
  }
  return Math.abs(Date.now() / 1000 - Number(time)) > tolerance ? 'stale' : 'valid';
}

const macOf = (secret: string, seconds: number, body: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
