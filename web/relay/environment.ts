import {
  Environment,
  Network,
  Observable,
  RecordSource,
  Store,
  type GraphQLResponse,
  type RequestParameters,
  type Variables,
} from 'relay-runtime';
import { failureOf, NoAnswerError } from './failures.ts';

export interface RelayPayload {
  documentId: string;
  variables: Variables;
  response: GraphQLResponse;
}

export type Execute = (
  documentId: string,
  variables: Variables,
) => GraphQLResponse | Promise<GraphQLResponse>;

interface EnvironmentOptions {
  execute: Execute;
  isServer?: boolean;
}

export function createEnvironment({ execute, isServer = false }: EnvironmentOptions): Environment {
  return new Environment({
    network: Network.create(
      (params, variables) => {
        const answer = execute(documentIdOf(params), variables);
        // Inlined responses must be synchronous, or hydration would show an empty page.
        return answer instanceof Promise ? answer.then(wholeAnswer) : wholeAnswer(answer);
      },
      // Few pages have subscriptions, so their code is loaded on demand.
      (params, variables) =>
        Observable.from(import('./subscriptions.ts')).mergeMap(({ listen }) =>
          listen(documentIdOf(params), variables),
        ),
    ),
    // Data does not expire, so a page seen before is shown again without a request.
    store: new Store(new RecordSource(), { gcReleaseBufferSize: 40 }),
    isServer,
  });
}

/** Rejects an incomplete response: its nulls would overwrite valid data. */
function wholeAnswer(response: GraphQLResponse): GraphQLResponse | Promise<never> {
  const failure = failureOf(response);
  return failure === undefined ? response : Promise.reject(new Error(failure));
}

/** Uses each inlined response once; all other operations are sent over HTTP. */
export function createBrowserExecute(inlined: readonly RelayPayload[]): Execute {
  const waiting = new Map(inlined.map((payload) => [payloadKey(payload), payload.response]));
  return (documentId, variables) => {
    const key = payloadKey({ documentId, variables });
    const response = waiting.get(key);
    if (response === undefined) return postDocument(documentId, variables);
    waiting.delete(key);
    return response;
  };
}

async function postDocument(documentId: string, variables: Variables): Promise<GraphQLResponse> {
  const response = await fetch('/graphql', {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      'x-requested-with': 'tideweek',
    },
    body: JSON.stringify({ documentId, variables }),
    keepalive: document.visibilityState === 'hidden',
  }).catch(() => {
    // The browsers' own messages are not meant for people.
    throw new NoAnswerError('The connection was lost. Please try again later');
  });
  const text = await response.text();
  const answer = parseAnswer(text);
  if (answer === undefined) {
    throw refusalOf(response, text) ?? new NoAnswerError(noAnswer);
  }
  return answer;
}

const noAnswer = 'The site does not answer right now. Please try again';

function refusalOf({ status, headers }: Response, text: string): Error | undefined {
  const isRefusal = status < 500 && headers.get('content-type')?.startsWith('text/plain') === true;
  return isRefusal && text !== '' ? new Error(text) : undefined;
}

function parseAnswer(text: string): GraphQLResponse | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    const isAnswer =
      typeof answer === 'object' && answer !== null && ('data' in answer || 'errors' in answer);
    return isAnswer ? (answer as GraphQLResponse) : undefined;
  } catch {
    return undefined;
  }
}

function payloadKey({ documentId, variables }: Omit<RelayPayload, 'response'>): string {
  return `${documentId} ${JSON.stringify(variables)}`;
}

function documentIdOf(params: RequestParameters): string {
  if (params.id === null) throw new Error(`Operation ${params.name} is not persisted`);
  return params.id;
}
