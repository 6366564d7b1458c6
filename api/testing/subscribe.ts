import type { Call } from './client.ts';

/** An event of a subscription. */
export interface SubscriptionEvent<Data> {
  data?: Data | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/**
 * Subscribes like a browser, until the signal aborts.
 * @returns the events so far, to which later ones are added
 */
export async function subscribe<Data>(
  { url }: { url: string },
  query: string,
  { cookie, headers, signal }: Pick<Call, 'cookie' | 'headers'> & { signal: AbortSignal },
): Promise<SubscriptionEvent<Data>[]> {
  const events: SubscriptionEvent<Data>[] = [];
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(cookie && { cookie }),
      ...headers,
    },
    body: JSON.stringify({ query }),
    signal,
  });
  void (async () => {
    let text = '';
    for await (const piece of answer.body ?? []) {
      text += Buffer.from(piece as Uint8Array).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: ?(\{.+)$/m.exec(part)?.[1];
        if (data) events.push(JSON.parse(data) as SubscriptionEvent<Data>);
      }
    }
  })().catch(() => undefined);
  return events;
}
