import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRelayEnvironment } from 'react-relay/hooks';
import { messageOf, RefusedError } from '#web/relay/refusal.ts';
import { useUnsavedWork } from '#web/ui/dialogs/unsavedWork.ts';
import { plural } from '#common/numbers.ts';
import { problemOfDescription, problemOfFile, type NewPicture } from './newPicture.ts';
import type { PictureSubject } from './PictureEditor.tsx';
import { sendPicture } from './sendPicture.ts';

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
