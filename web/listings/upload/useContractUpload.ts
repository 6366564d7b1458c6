import { useEffect, useRef, useState } from 'react';
import type { DocumentKind } from './contractFiles.ts';
import {
  noUpload,
  type RunningUpload,
  type UploadAccess,
  type UploadedContract,
  type UploadState,
} from './uploadState.ts';

interface ContractUploadOptions {
  /** Called once the document is on the server. Throws if the document can't be used. */
  accept: (contract: UploadedContract) => Promise<void>;
  kind: DocumentKind;
  onChange: (state: UploadState) => void;
  uploadBy?: UploadAccess | undefined;
}

export const loadUploadClient = () => import('./contractUpload.ts');

/** Runs one upload at a time; unmounting the component cancels it. */
export function useContractUpload(options: ContractUploadOptions) {
  const [state, setState] = useState<UploadState>(noUpload);
  const running = useRef<RunningUpload>(undefined);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => () => running.current?.cancel(), []);
  useWarningBeforeLeaving(state.phase === 'sending' || state.phase === 'checking');

  const report = (next: UploadState) => {
    if (next.phase === 'choosing') running.current = undefined;
    setState(next);
    latest.current.onChange(next);
  };
  const choose = async (files: readonly File[]) => {
    if (files.length === 0) return;
    running.current?.cancel();
    try {
      const { startContractUpload } = await loadUploadClient();
      running.current = startContractUpload(files, {
        kind: options.kind,
        report,
        by: options.uploadBy,
        accept: (contract) => latest.current.accept(contract),
      });
    } catch {
      report({ phase: 'choosing', problems: ['The connection was lost. Please try again later'] });
    }
  };
  return {
    kind: options.kind,
    state,
    choose: (files: readonly File[]) => void choose(files),
    pause: () => running.current?.pause(),
    resume: () => running.current?.resume(),
    retry: () => running.current?.retry(),
    cancel: () => running.current?.cancel(),
  };
}

function useWarningBeforeLeaving(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnderWay]);
}
