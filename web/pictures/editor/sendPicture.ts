import {
  createOperationDescriptor,
  getRequest,
  type Environment,
  type GraphQLResponse,
  type PayloadData,
} from 'relay-runtime';
import type {
  pictureMutationsAddMutation$data,
  pictureMutationsAddMutation$variables,
} from '#web/__generated__/pictureMutationsAddMutation.graphql.ts';
import { failureOf, NoAnswerError } from '#web/relay/failures.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { addPictureMutation } from './pictureMutations.ts';

interface SendOptions {
  /** Called with the share sent, 0 to 1. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/**
 * Adds a picture and stores the server's answer in the Relay store. Uses XMLHttpRequest, because
 * fetch does not report the progress of an upload.
 * @throws {RefusedError} With the server's message.
 * @throws {NoAnswerError} If the connection was lost.
 */
export async function sendPicture(
  environment: Environment,
  input: pictureMutationsAddMutation$variables['input'],
  file: File,
  options: SendOptions,
): Promise<void> {
  const variables = { input, file: null };
  const request = getRequest(addPictureMutation);
  const body = new FormData();
  // GraphQL multipart request specification.
  body.set('operations', JSON.stringify({ documentId: request.params.id, variables }));
  body.set('map', JSON.stringify({ file: ['variables.file'] }));
  body.set('file', file);
  const response = await post(body, options);
  const failure = failureOf(response);
  if (failure !== undefined) throw new Error(failure);
  const operation = createOperationDescriptor(request, variables);
  environment.commitPayload(operation, (response as { data: PayloadData }).data);
  const { data } = environment.lookup(operation.fragment);
  assertAccepted((data as pictureMutationsAddMutation$data).addPicture);
}

function post(body: FormData, { onProgress, signal }: SendOptions): Promise<GraphQLResponse> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open('POST', '/graphql');
    sending.setRequestHeader('accept', 'application/graphql-response+json, application/json');
    sending.setRequestHeader('graphql-require-preflight', '1');
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    sending.addEventListener('load', () => {
      try {
        resolve(JSON.parse(sending.responseText) as GraphQLResponse);
      } catch {
        reject(new Error('The site does not answer right now. Please try again'));
      }
    });
    sending.addEventListener('error', () =>
      reject(new NoAnswerError('The connection was lost. Please try again')),
    );
    sending.addEventListener('abort', () => reject(new NoAnswerError('The upload was cancelled')));
    signal.addEventListener('abort', () => sending.abort());
    sending.send(body);
  });
}
