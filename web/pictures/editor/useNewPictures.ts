import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRelayEnvironment } from 'react-relay/hooks';
import { messageOf, RefusedError, assertAccepted } from '#web/relay/refusal.ts';
import { useUnsavedWork } from '#web/ui/dialogs/unsavedWork.ts';
import { plural } from '#common/numbers.ts';
import { problemOfDescription, problemOfFile, type NewPicture } from './newPicture.ts';
import type { PictureSubject } from './PictureEditor.tsx';
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
import { addPictureMutation } from './pictureMutations.ts';

interface NewPicturesOptions {
  subject: PictureSubject;
  most: number;
  onAdded: () => void;
}

export function useNewPictures({ subject, most, onAdded }: NewPicturesOptions) {
  const environment = useRelayEnvironment();
  const [chosen, setChosen] = useState<readonly NewPicture[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isSending, setIsSending] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const addresses = useRef(new Set<string>());
  const leaving = useRef(new AbortController());
  useUnsavedWork(chosen.length > 0);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    const { current: made } = addresses;
    return () => {
      controller.abort();
      for (const address of made) URL.revokeObjectURL(address);
    };
  }, []);

  const change = (key: string, changes: Partial<NewPicture>) =>
    setChosen((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const drop = (key: string) => setChosen((all) => all.filter((each) => each.key !== key));

  const choose = (files: readonly File[]) => {
    const refused = files.flatMap((file) => {
      const problem = problemOfFile(file);
      return problem === undefined ? [] : [`${file.name}: ${problem}`];
    });
    const fitting = files.filter((file) => problemOfFile(file) === undefined);
    const left = most - chosen.length;
    if (fitting.length > left) refused.push(`Only ${plural(left, 'more picture')} can be added`);
    setProblems(refused);
    const added = fitting.slice(0, left).map((file) => {
      const address = URL.createObjectURL(file);
      addresses.current.add(address);
      return { key: crypto.randomUUID(), file, address, alt: '' };
    });
    setChosen((all) => [...all, ...added]);
  };

  const send = async ({ key, file, alt }: NewPicture): Promise<'added' | 'refused' | 'lost'> => {
    change(key, { sent: 0, failure: undefined });
    try {
      await sendPicture(environment, { ...subject, alt, idempotencyKey: key }, file, {
        onProgress: (sent) => change(key, { sent }),
        signal: leaving.current.signal,
      });
      drop(key);
      return 'added';
    } catch (error) {
      const failure = messageOf(error, 'The picture could not be uploaded');
      change(key, { sent: undefined, failure });
      return error instanceof RefusedError ? 'refused' : 'lost';
    }
  };

  const upload = async () => {
    if (isSending) return;
    const checked = chosen.map((each) => ({ ...each, problem: problemOfDescription(each.alt) }));
    flushSync(() => setChosen(checked));
    const faulty = checked.findIndex(({ problem }) => problem !== undefined);
    if (faulty >= 0) {
      list.current?.querySelectorAll('input')[faulty]?.focus();
      return;
    }
    setIsSending(true);
    const results = [];
    for (const picture of checked) {
      results.push(await send(picture));
      // The remaining pictures would fail too.
      if (results.at(-1) === 'lost') break;
    }
    setIsSending(false);
    if (results.every((result) => result === 'added')) onAdded();
  };

  return {
    chosen,
    problems,
    isSending,
    list,
    choose,
    describe: (key: string, alt: string) => change(key, { alt, problem: undefined }),
    drop,
    upload,
  };
}

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
async function sendPicture(
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
