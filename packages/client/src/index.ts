// What the package offers.

export { createClient } from './client.ts';
export type { CallOptions, Client, ClientOptions } from './client.ts';
export { payloadOf } from './documents.ts';
export type { Connection, Payload, TypedDocument } from './documents.ts';
export { TideweekError } from './errors.ts';
export type { FieldError } from './errors.ts';
export { newIdempotencyKey } from './retries.ts';
export { verifyWebhook, WebhookVerificationError } from './webhooks.ts';
export type { Webhook, WebhookEvent } from './webhooks.ts';
