import { setTimeout as sleep } from 'node:timers/promises';
import type { TypedDocumentString } from './__generated__/graphql.ts';

export interface Api {
  url: string;
  /** Begins with `tw_test_` or `tw_live_`. */
  token: string;
}

const mostTries = 5;

export async function execute<Result, Variables>(
  { url, token }: Api,
  operation: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(new URL('/graphql', url), {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: operation, variables }),
      signal: AbortSignal.timeout(60_000),
    });
    const seconds = Number(answer.headers.get('retry-after'));
    if (seconds > 0 && tries < mostTries) {
      await answer.body?.cancel();
      await sleep(seconds * 1_000);
      continue;
    }
    const { data, errors } = (await answer.json()) as {
      data?: Result | null;
      errors?: { message: string }[];
    };
    if (errors || !data) {
      const messages = errors?.map(({ message }) => message) ?? [`status ${answer.status}`];
      throw new Error(messages.join('; '));
    }
    return data;
  }
}

type Outcome = { __typename: string } | null | undefined;
type Payload<Of extends Outcome> = Extract<Of, { __typename: `${string}Payload` }>;

export function done<Of extends Outcome>(outcome: Of): Payload<Of> {
  if (outcome?.__typename.endsWith('Payload')) {
    return outcome as Payload<Of>;
  }
  const { message = 'nothing was done', fieldErrors = [] } = (outcome ?? {}) as {
    message?: string;
    fieldErrors?: { field: string; message: string }[];
  };
  const details = fieldErrors.map((each) => `${each.field}: ${each.message}`);
  throw new Error([message, ...details].join('\n  '));
}
