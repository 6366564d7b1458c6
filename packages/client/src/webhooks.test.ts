import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookVerificationError, type Webhook } from './webhooks.ts';

const secretOf = (key: Uint8Array): string => `whsec_${Buffer.from(key).toString('base64')}`;
const secret = secretOf(Buffer.from('a key that only two of us know'));
const event = { id: 'evt', type: 'webhook.test', timestamp: 'now', data: { title: 'Zürich' } };

/** A message as the specification of Standard Webhooks says. */
function signed(given: { id?: string; body?: string; at?: number; secrets?: string[] } = {}) {
  const { id = 'msg_1', body = JSON.stringify(event), at = 0, secrets = [secret] } = given;
  const timestamp = String(Math.floor(Date.now() / 1_000) + at);
  const signatures = secrets.map((each) => {
    const key = Buffer.from(each.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
  return { secrets: [secret], headers, body };
}

const expectRefused = (message: Webhook) =>
  expect(verifyWebhook(message)).rejects.toThrow(WebhookVerificationError);

const other = secretOf(Buffer.from('the key of somebody else'));

describe('a message', () => {
  it('that is genuine gives its event, from a text and from bytes', async () => {
    const message = signed();
    expect(await verifyWebhook(message)).toEqual(event);
    const body = new TextEncoder().encode(message.body);
    expect(await verifyWebhook({ ...message, body })).toEqual(event);
  });

  it('may come with headers of any kind', async () => {
    const message = signed();
    expect(await verifyWebhook({ ...message, headers: new Headers(message.headers) })).toEqual(
      event,
    );
    const headers = Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    expect(await verifyWebhook({ ...message, headers })).toEqual(event);
  });

  it('is genuine if one of its signatures is by one of the secrets', async () => {
    expect(await verifyWebhook({ ...signed(), secrets: [other, secret] })).toEqual(event);
    expect(await verifyWebhook(signed({ secrets: [other, secret] }))).toEqual(event);
    await expectRefused(signed({ secrets: [other] }));
    await expectRefused({ ...signed(), secrets: [] });
  });

  it('is looked at for ten signatures at most', async () => {
    const nine = Array.from({ length: 9 }, () => other);
    expect(await verifyWebhook(signed({ secrets: [...nine, secret] }))).toEqual(event);
    await expectRefused(signed({ secrets: [...nine, other, secret] }));
  });

  it.each([-290, 290])('is taken if it is %d seconds from now', async (at) => {
    expect(await verifyWebhook(signed({ at }))).toEqual(event);
  });

  it.each([-310, 310])('is refused if it is %d seconds from now', async (at) => {
    await expectRefused(signed({ at }));
    expect(await verifyWebhook({ ...signed({ at }), tolerance: 600 })).toEqual(event);
    await expectRefused({ ...signed({ at }), tolerance: NaN });
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'without %s is refused',
    async (name) => {
      const message = signed();
      await expectRefused({ ...message, headers: { ...message.headers, [name]: undefined } });
    },
  );

  it.each(['', 'now', '1e9', '-1', '0x10', ' 1', 'Infinity'])(
    'with the timestamp %j is refused',
    async (timestamp) => {
      const message = signed();
      const headers = { ...message.headers, 'webhook-timestamp': timestamp };
      await expectRefused({ ...message, headers, tolerance: Infinity });
    },
  );

  it.each(['', 'whsec_', 'whsec_?', 'key', secret.slice(6), `${secret}=`, `${secret} `])(
    'is not checked with the secret %j, which is not shown',
    async (wrong) => {
      const check = verifyWebhook({ ...signed(), secrets: [secret, wrong] });
      await expect(check).rejects.toThrow(/^A secret is whsec_ and a key in base64$/);
    },
  );
});

/** The text with another character at some place. */
const changed = (text: string, at: number, by: number): string => {
  const place = at % text.length;
  const code = text.charCodeAt(place);
  return text.slice(0, place) + String.fromCharCode(code ^ by) + text.slice(place + 1);
};

describe('any message', () => {
  it('is taken as it was signed, and refused with any byte changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        fc.stringMatching(/^[\w-]{1,40}$/),
        fc.json(),
        fc.nat(),
        fc.integer({ min: 1, max: 127 }),
        async (key, id, body, at, by) => {
          const own = secretOf(key);
          const message = { ...signed({ id, body, secrets: [own] }), secrets: [own] };
          expect(await verifyWebhook(message)).toEqual(JSON.parse(body));

          await expectRefused({ ...message, body: changed(body, at, by) });
          await expectRefused({ ...message, body: `${body} ` });
          for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const) {
            const headers = { ...message.headers };
            headers[name] = changed(headers[name], at, by);
            await expectRefused({ ...message, headers, tolerance: Infinity });
          }
          // Without the padding: HMAC fills keys with zeros, so another zero byte makes no other key.
          const text = own.replaceAll('=', '');
          const wrongText = changed(text, at, by) + own.slice(text.length);
          const wrong = verifyWebhook({ ...message, secrets: [wrongText] });
          // Some are no secrets any more.
          await expect(wrong).rejects.toThrow();
          const wrongKey = secretOf(
            key.map((byte, place) => byte ^ (place === at % key.length ? by : 0)),
          );
          await expectRefused({ ...message, secrets: [wrongKey] });
        },
      ),
    );
  });
});
