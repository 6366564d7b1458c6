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

/** Milliseconds before each retry (SPEC section 9). */
const retryDelays = [0, 1_000, 3_000, 5_000];

/** Concurrent requests (SPEC section 9). */
const parallel = 6;

/** Concurrent requests after a lost connection: each interrupted request is sent again in full. */
const parallelAfterCut = 2;

/** The smallest part that S3 accepts, so that little is sent again after a lost connection. */
const pieceBytes = 5 * 1024 * 1024;

/** Restriction errors shown one by one; the rest are counted (SPEC section 9). */
const mostProblems = 4;

/** SPEC section 8. */
const failures = {
  url: 'Failed to get upload URL. Please try again.',
  upload: 'Failed to upload contract. Please try again.',
};

interface UploadOptions {
  /** Called on every change, about twice a second while sending. */
  report: (state: UploadState) => void;
  /** Called once the document is on the server. Throws if the document can't be used. */
  accept: (contract: UploadedContract) => Promise<void>;
}

/** A multipart upload, as created on the server. */
type Begun = Awaited<ReturnType<AwsS3<Meta, Body>['createMultipartUpload']>>;
type Completion = Parameters<AwsS3<Meta, Body>['completeMultipartUpload']>[1];

/**
 * Uploads a contract in parts. After a lost connection only the missing parts are sent:
 * automatically once the device is online, or by `retry` after a failure.
 * @returns Undefined if `files` is not one file of the right kind; the problems are reported.
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
  /** Retries what failed last. */
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

  /** Tracks in `isRetrying` whether a call that is retried, by us or by the client, fails. */
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
    // The server no longer has a refused upload: start over.
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
    // The client has no option to change its limit later.
    const { requests } = plugin() as unknown as { requests: { limit: number } };
    requests.limit = Math.min(requests.limit, parallelAfterCut);
  };

  /** Sends the missing parts, or retries joining them if all were sent. */
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
    // The client aborts a failed upload; here it is kept, to be retried or cancelled.
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
  // Nothing is logged or aborted.
}

function listed(problems: readonly string[]): string[] {
  const more = problems.length - mostProblems;
  return more > 0
    ? [...problems.slice(0, mostProblems), `${more} additional restrictions were not fulfilled`]
    : [...problems];
}

/** Retries work that failed because of a lost connection or a busy server. */
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
