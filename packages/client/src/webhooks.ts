// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

/** A message as it was received. */
export interface Webhook {
  /** The secrets of the endpoint, `whsec_…`; two while one of them is being replaced. */
  secrets: readonly string[];
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body, before it is parsed. */
  body: string | Uint8Array;
  /** Seconds that the message may be old, or ahead of this clock. Defaults to 300. */
  tolerance?: number | undefined;
}

/** An event of an endpoint. Pass over types that you do not know. */
export interface WebhookEvent {
  /** The same at every try of its delivery. */
  id: string;
  /** For example `listing.changed`. */
  type: string;
  /** When it happened. */
  timestamp: string;
  /** The object, and a few of its facts as they were then. */
  data: { __typename: string; id: string; [fact: string]: unknown };
}

/** The message is not from Tideweek, or not from now. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Bounds the work that a stranger can cause. */
const mostSignatures = 10;

/**
 * The event of a message, after its signature was checked.
 * @throws {WebhookVerificationError} if no signature is right, or the message is old or from the future
 * @throws {TypeError} if a secret is none
 */
export async function verifyWebhook(webhook: Webhook): Promise<WebhookEvent> {
  const { secrets, headers, body, tolerance = 300 } = webhook;
  const keys = await Promise.all(secrets.map(keyOf));
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (!/^\d{1,15}$/.test(timestamp)) {
    throw new WebhookVerificationError('The message has no timestamp');
  }
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= tolerance)) {
    throw new WebhookVerificationError('The message is old, or a clock is wrong');
  }
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const start = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + bytes.length);
  signed.set(start);
  signed.set(bytes, start.length);
  const wanted = await Promise.all(
    keys.map(async (key) => {
      const signature = await crypto.subtle.sign('HMAC', key, signed);
      return `v1,${base64Of(new Uint8Array(signature))}`;
    }),
  );
  const given = headerOf(headers, 'webhook-signature').split(' ', mostSignatures);
  const matches = given.flatMap((each) => wanted.map((right) => isEqual(right, each)));
  if (!matches.includes(true)) {
    throw new WebhookVerificationError('The message is not signed with a secret of this endpoint');
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

const encoder = new TextEncoder();

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

function keyOf(secret: string): Promise<CryptoKey> {
  const [, text = ''] = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(secret) ?? [];
  const bytes = bytesOf(text);
  // Base64 with stray bits would be a second text of the same secret.
  if (bytes.length === 0 || base64Of(bytes) !== text) {
    throw new TypeError('A secret is whsec_ and a key in base64');
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function headerOf(headers: Webhook['headers'], name: string): string {
  if (typeof headers.get === 'function') {
    return (headers as Headers).get(name) ?? '';
  }
  const [, value = ''] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return String(value);
}

/** Compares in a time that does not tell where the texts differ. */
function isEqual(right: string, given: string): boolean {
  let difference = right.length ^ given.length;
  for (let at = 0; at < right.length; at += 1) {
    difference |= right.charCodeAt(at) ^ given.charCodeAt(at);
  }
  return difference === 0;
}
