import AwsS3 from '@uppy/aws-s3';
import Uppy, { type Body, type Meta } from '@uppy/core';
import { contractExtensions, maxContractBytes } from './contractFiles.ts';
import { connected, failureOf, mayComeThrough } from './transferFailures.ts';
import { secondsLeft, withSample, type TransferSample } from './transferTime.ts';
import {
  noUpload,
  type RunningUpload,
  type UploadedContract,
  type UploadState,
} from './uploadState.ts';

/** Milliseconds to wait before each further try (SPEC section 9). */
const retryDelays = [0, 1_000, 3_000, 5_000];

/** Requests at a time (SPEC section 9). */
const parallel = 6;

/** The same once a connection was lost: what a next cut breaks off is sent again from its beginning. */
const parallelAfterCut = 2;

/** The least that S3 takes as a piece; so little is sent again after a cut. */
const pieceBytes = 5 * 1024 * 1024;

/** Restriction errors that are listed one by one (SPEC section 9). */
const mostProblems = 4;

/** SPEC section 8. */
const failures = {
  url: 'Failed to get upload URL. Please try again.',
  upload: 'Failed to upload contract. Please try again.',
};

interface UploadOptions {
  /** Hears of every change, twice a second while it is sent. */
  report: (state: UploadState) => void;
  /** Takes the document over once it is on the server; throws the reason why not. */
  accept: (contract: UploadedContract) => Promise<void>;
}

/** An upload in pieces, as the server knows it. */
type Begun = Awaited<ReturnType<AwsS3<Meta, Body>['createMultipartUpload']>>;
type Completion = Parameters<AwsS3<Meta, Body>['completeMultipartUpload']>[1];

/**
 * Sends a contract in pieces. What was cut off goes on with the pieces that are missing: by itself
 * once there is a connection again, and with `retry` where it had to give up.
 * @returns undefined when these are not one file of the right kind; why not was reported
 */
export function startContractUpload(
  files: readonly File[],
  { report, accept }: UploadOptions,
): RunningUpload | undefined {
  const uppy = new Uppy<Meta, Body>({
    restrictions: {
      maxNumberOfFiles: 1,
      maxFileSize: maxContractBytes,
      allowedFileTypes: contractExtensions,
    },
    locale: {
      strings: { exceedsSize: '%{file} exceeds maximum allowed size of 50 MB' },
      pluralize: (count) => (count === 1 ? 0 : 1),
    },
    logger: { debug: nothing, warn: nothing, error: nothing },
  });
  const problems: string[] = [];
  uppy.on('restriction-failed', (_file, { message }) => problems.push(message));
  uppy.addFiles(files.map((data) => ({ name: data.name, type: data.type, data })));
  const [file] = uppy.getFiles();
  if (!file || problems.length > 0) {
    uppy.destroy();
    report({ phase: 'choosing', problems: listed(problems) });
    return undefined;
  }

  const fileName = file.name;
  let begun: Begun | undefined;
  let completion: Completion | undefined;
  let samples: TransferSample[] = [];
  let phase: UploadState['phase'] = 'sending';
  let isPaused = false;
  let isCutOff = false;
  let isRetrying = false;
  let isOver = false;
  /** What another try would do. */
  let again = () => {};

  const plugin = () => {
    const found = uppy.getPlugin('AwsS3Multipart');
    if (!found) throw new Error('The upload is over');
    return found;
  };

  const show = (next: 'sending' | 'checking') => {
    if (isOver) return;
    phase = next;
    const isOffline = !navigator.onLine;
    const sentBytes = uppy.getFile(file.id)?.progress.bytesUploaded || 0;
    const totalBytes = file.size ?? 0;
    const left = isPaused || isOffline ? undefined : secondsLeft(samples, totalBytes);
    report(
      next === 'checking'
        ? { phase: next, fileName, isOffline }
        : {
            phase: next,
            fileName,
            sentBytes,
            totalBytes,
            secondsLeft: left,
            isPaused,
            isOffline,
            isRetrying,
          },
    );
  };

  /** Shows whether a call that is tried again, by us or by the client, gets through. */
  const watched = async <Value>(call: Value | Promise<Value>): Promise<Value> => {
    const note = (isFailing: boolean) => {
      if (isRetrying === isFailing) return;
      isRetrying = isFailing;
      if (phase === 'sending') show(phase);
    };
    try {
      const value = await call;
      note(false);
      return value;
    } catch (error) {
      if (mayComeThrough(error)) note(true);
      throw error;
    }
  };

  const fail = (error: unknown, retry: () => void) => {
    if (isOver) return;
    const { isRefused, reason } = failureOf(error);
    const title = begun ? failures.upload : failures.url;
    const canRetry = !(isRefused && completion);
    // What the server does not know any more begins anew.
    if (isRefused) {
      begun = undefined;
      completion = undefined;
    }
    phase = 'failed';
    isCutOff = !isRefused;
    again = retry;
    report({ phase, fileName, title, reason, canRetry });
  };

  const handOver = async (contractDocumentUrl: string) => {
    show('checking');
    try {
      await accept({ contractDocumentUrl, fileName });
      end();
    } catch (error) {
      fail(error, () => void handOver(contractDocumentUrl));
    }
  };

  const sendCarefully = () => {
    // The client has no option that changes its limit later.
    const { requests } = plugin() as unknown as { requests: { limit: number } };
    requests.limit = Math.min(requests.limit, parallelAfterCut);
  };

  /** Goes on with the pieces that are missing, or with the joining of all. */
  const sendAgain = () => {
    samples = [];
    sendCarefully();
    isPaused = false;
    if (completion) {
      show('checking');
      const parts = { ...completion, signal: new AbortController().signal };
      withRetries(() => plugin().completeMultipartUpload(file, parts)).then(
        ({ location }) => handOver(String(location)),
        (error: unknown) => fail(error, sendAgain),
      );
    } else {
      show('sending');
      uppy.setFileState(file.id, { s3Multipart: begun } as object);
      void uppy.retryUpload(file.id);
    }
  };

  const stopForNow = () => {
    if (phase === 'sending') uppy.pauseAll();
    if (phase === 'sending' || phase === 'checking') show(phase);
  };

  const goOn = () => {
    samples = [];
    sendCarefully();
    if (phase === 'sending' && !isPaused) uppy.resumeAll();
    if (phase === 'sending' || phase === 'checking') show(phase);
    else if (isCutOff) again();
  };

  const end = () => {
    isOver = true;
    window.removeEventListener('offline', stopForNow);
    window.removeEventListener('online', goOn);
    uppy.destroy();
    report(noUpload);
  };

  uppy.use(AwsS3, {
    endpoint: window.location.origin,
    shouldUseMultipart: true,
    getChunkSize: () => pieceBytes,
    limit: parallel,
    retryDelays,
    createMultipartUpload: async (_file, signal?: AbortSignal) => {
      begun ??= await withRetries(
        () => watched(plugin().createMultipartUpload(file, signal)),
        signal,
      );
      return begun;
    },
    signPart: (_file, part) => watched(plugin().signPart(file, part)),
    uploadPartBytes: (piece) => watched(AwsS3.uploadPartBytes(piece)),
    completeMultipartUpload: (_file, parts) => {
      completion = parts;
      show('checking');
      return withRetries(() => plugin().completeMultipartUpload(file, parts), parts.signal);
    },
    // The client gives up what has failed; here it can be tried again, or cancelled.
    abortMultipartUpload: nothing,
  });
  window.addEventListener('offline', stopForNow);
  window.addEventListener('online', goOn);
  uppy.on('progress', () => {
    if (phase !== 'sending') return;
    const bytes = uppy.getFile(file.id)?.progress.bytesUploaded || 0;
    samples = withSample(samples, { at: performance.now(), bytes });
    show('sending');
  });
  uppy.on('upload-error', (_file, error) => fail(error, sendAgain));
  uppy.on('upload-success', (_file, { uploadURL = '' }) => void handOver(uploadURL));
  show('sending');
  void uppy.upload();

  return {
    pause: () => {
      isPaused = true;
      uppy.pauseAll();
      show('sending');
    },
    resume: () => {
      isPaused = false;
      samples = [];
      if (navigator.onLine) uppy.resumeAll();
      show('sending');
    },
    retry: () => again(),
    cancel: () => {
      const client = plugin();
      const given = begun;
      end();
      if (given) {
        withRetries(() => client.abortMultipartUpload(file, given)).catch(nothing);
      }
    },
  };
}

function nothing(): void {
  // Nothing is logged and nothing given up.
}

function listed(problems: readonly string[]): string[] {
  const more = problems.length - mostProblems;
  return more > 0
    ? [...problems.slice(0, mostProblems), `${more} additional restrictions were not fulfilled`]
    : [...problems];
}

/** Tries again what a broken connection or a busy server kept from being done. */
async function withRetries<Value>(
  work: () => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  for (const delay of retryDelays) {
    try {
      return await work();
    } catch (error) {
      if (!mayComeThrough(error)) throw error;
      await connected();
      await new Promise((resolve) => setTimeout(resolve, delay));
      signal?.throwIfAborted();
    }
  }
  return work();
}
