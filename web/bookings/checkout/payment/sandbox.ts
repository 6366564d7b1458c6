import { refusedAt } from '#web/relay/refusal.ts';

interface Card {
  number: string;
  expiry: string;
  securityCode: string;
}

/**
 * Exchanges a card for a token, so that the number never reaches our own server.
 * @throws {RefusedError} At the invalid field.
 */
export async function tokenOf(card: Card): Promise<string> {
  const answer = await post('/api/payments/sandbox/cards', card);
  if (answer.ok) return ((await answer.json()) as { token: string }).token;
  const message = await answer.text();
  throw answer.status === 400 ? refusedAt(fieldOf(message), message) : new Error(message);
}

export async function answerBank(clientSecret: string, isApproved: boolean): Promise<void> {
  const answer = await post('/api/payments/sandbox/confirmations', { clientSecret, isApproved });
  if (!answer.ok) throw new Error(await answer.text());
}

/** The response is a sentence that names its field. */
const fieldOf = (message: string): keyof Card =>
  /expir/i.test(message) ? 'expiry' : /security/i.test(message) ? 'securityCode' : 'number';

const post = (path: string, body: object): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    // The browsers' own messages are not meant for people.
    throw new Error('The connection was lost. Please try again');
  });
