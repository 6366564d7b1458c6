import { createParser } from 'eventsource-parser';
import { Observable, type GraphQLResponse, type Variables } from 'relay-runtime';
import { failureOf } from './failures.ts';

/** Consecutive failures that are retried; one more ends the subscription with an error. */
const mostFailures = 4;

/** Milliseconds after which a connection without data, or a keep-alive, is closed. */
const longestSilence = 45_000;

/**
 * Subscribes over server-sent events. Reconnects after a lost connection, since each connection
 * begins with the current state.
 */
export function listen(documentId: string, variables: Variables): Observable<GraphQLResponse> {
  return Observable.create<GraphQLResponse>((sink) => {
    const stop = new AbortController();
    void keepListening({ documentId, variables }, sink, stop.signal);
    return () => stop.abort();
  });
}

interface Listener {
  next: (answer: GraphQLResponse) => void;
  error: (error: Error) => void;
  complete: () => void;
}

interface Operation {
  documentId: string;
  variables: Variables;
}

async function keepListening(
  operation: Operation,
  sink: Listener,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const isOver = await connect(operation, signal, (answer) => {
        failures = 0;
        sink.next(answer);
      });
      if (isOver) {
        sink.complete();
        return;
      }
    } catch (error) {
      if (error instanceof RefusedError) {
        sink.error(error);
        return;
      }
    }
    failures += 1;
    if (failures > mostFailures) {
      sink.error(new Error('The connection was lost. Please try again later'));
      return;
    }
    await pause(1000 * 2 ** (failures - 1), signal);
  }
}

class RefusedError extends Error {}

/**
 * Runs one connection until it ends.
 * @returns Whether the server has completed the subscription.
 * @throws {RefusedError} If the server refuses it.
 */
async function connect(
  operation: Operation,
  signal: AbortSignal,
  onAnswer: (answer: GraphQLResponse) => void,
): Promise<boolean> {
  const connection = new AbortController();
  const end = () => connection.abort();
  signal.addEventListener('abort', end, { once: true });
  let silence = setTimeout(end, longestSilence);
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'x-requested-with': 'tideweek',
      },
      body: JSON.stringify(operation),
      signal: connection.signal,
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !isStream || !response.body) {
      // A server that is about to stop responds with 503.
      if (response.status >= 500) return false;
      throw new RefusedError(`${response.status}: ${await response.text()}`);
    }
    let isOver = false;
    let refusal: RefusedError | undefined;
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event === 'complete') isOver = true;
        if (event !== 'next' || isOver || refusal) return;
        const answer = JSON.parse(data) as GraphQLResponse;
        const failure = failureOf(answer);
        if (failure === undefined) onAnswer(answer);
        else refusal = new RefusedError(failure);
      },
    });
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return isOver;
      clearTimeout(silence);
      silence = setTimeout(end, longestSilence);
      parser.feed(decoder.decode(value, { stream: true }));
      if (refusal) throw refusal;
      if (isOver) return true;
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
    connection.abort();
  }
}

/** Resolves after a time in milliseconds, or as soon as the subscription is ended. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
