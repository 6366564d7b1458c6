import AwsS3 from '@uppy/aws-s3';
import Uppy, { type Body, type Meta } from '@uppy/core';
import { maxContractBytes, type DocumentKind } from './contractFiles.ts';
import { connected, failureOf, mayComeThrough } from './transferFailures.ts';
import { secondsLeft, withSample, type TransferSample } from './transferTime.ts';
import {
  noUpload,
  type RunningUpload,
  type UploadAccess,
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

interface UploadOptions {
  kind: DocumentKind;
  report: (state: UploadState) => void;
  by: UploadAccess | undefined;
  accept: (contract: UploadedContract) => Promise<void>;
}

type Begun = Awaited<ReturnType<AwsS3<Meta, Body>['createMultipartUpload']>>;
type Completion = Parameters<AwsS3<Meta, Body>['completeMultipartUpload']>[1];
type ChosenFile = ReturnType<Uppy<Meta, Body>['getFiles']>[number];

/**
 * Uploads a document in parts. After a lost connection only the missing parts are sent:
 * automatically once the device is online, or by `retry` after a failure.
 * @returns Undefined if `files` is not one file of the right kind; the problems are reported.
 */
export function startContractUpload(
  files: readonly File[],
  options: UploadOptions,
): RunningUpload | undefined {
  const uppy = createUppy(options.kind);
  const problems: string[] = [];
  uppy.on('restriction-failed', (_file, { message }) => problems.push(message));
  uppy.addFiles(files.map((data) => ({ name: data.name, type: data.type, data })));
  const [file] = uppy.getFiles();
  if (!file || problems.length > 0) {
    uppy.destroy();
    options.report({ phase: 'choosing', problems: listed(problems) });
    return undefined;
  }
  const upload = new ContractUpload(uppy, file, options);
  upload.start();
  return upload;
}

const createUppy = ({ extensions }: DocumentKind) =>
  new Uppy<Meta, Body>({
    restrictions: {
      maxNumberOfFiles: 1,
      maxFileSize: maxContractBytes,
      allowedFileTypes: extensions,
    },
    locale: {
      strings: { exceedsSize: '%{file} exceeds maximum allowed size of 50 MB' },
      pluralize: (count) => (count === 1 ? 0 : 1),
    },
    logger: { debug: nothing, warn: nothing, error: nothing },
  });

class ContractUpload implements RunningUpload {
  readonly #uppy: Uppy<Meta, Body>;
  readonly #file: ChosenFile;
  readonly #options: UploadOptions;
  #begun: Begun | undefined;
  #completion: Completion | undefined;
  #samples: TransferSample[] = [];
  #phase: UploadState['phase'] = 'sending';
  #isPaused = false;
  #isCutOff = false;
  #isRetrying = false;
  #isOver = false;
  #again = () => {};

  constructor(uppy: Uppy<Meta, Body>, file: ChosenFile, options: UploadOptions) {
    this.#uppy = uppy;
    this.#file = file;
    this.#options = options;
  }

  start(): void {
    const uppy = this.#uppy;
    this.#useClient();
    window.addEventListener('offline', this.#stopForNow);
    window.addEventListener('online', this.#goOn);
    uppy.on('progress', () => {
      if (this.#phase !== 'sending') return;
      const bytes = this.#sentBytes();
      this.#samples = withSample(this.#samples, { at: performance.now(), bytes });
      this.#show('sending');
    });
    uppy.on('upload-error', (_file, error) => this.#fail(error, this.#sendAgain));
    uppy.on('upload-success', (_file, { uploadURL = '' }) => void this.#handOver(uploadURL));
    this.#show('sending');
    void uppy.upload();
  }

  pause(): void {
    this.#isPaused = true;
    this.#uppy.pauseAll();
    this.#show('sending');
  }

  resume(): void {
    this.#isPaused = false;
    this.#samples = [];
    if (navigator.onLine) this.#uppy.resumeAll();
    this.#show('sending');
  }

  retry(): void {
    this.#again();
  }

  cancel(): void {
    const client = this.#plugin();
    const begun = this.#begun;
    this.#end();
    if (begun) {
      withRetries(() => client.abortMultipartUpload(this.#file, begun)).catch(nothing);
    }
  }

  #useClient(): void {
    const file = this.#file;
    const { by } = this.#options;
    this.#uppy.use(AwsS3, {
      endpoint: `${window.location.origin}${by?.path ?? ''}`,
      headers: by?.headers ?? {},
      shouldUseMultipart: true,
      getChunkSize: () => pieceBytes,
      limit: parallel,
      retryDelays,
      createMultipartUpload: async (_file, signal?: AbortSignal) => {
        this.#begun ??= await withRetries(
          () => this.#watched(this.#plugin().createMultipartUpload(file, signal)),
          signal,
        );
        return this.#begun;
      },
      signPart: (_file, part) => this.#watched(this.#plugin().signPart(file, part)),
      uploadPartBytes: (piece) => this.#watched(AwsS3.uploadPartBytes(piece)),
      completeMultipartUpload: (_file, parts) => {
        this.#completion = parts;
        this.#show('checking');
        return withRetries(() => this.#plugin().completeMultipartUpload(file, parts), parts.signal);
      },
      // The client aborts a failed upload; here it is kept, to be retried or cancelled.
      abortMultipartUpload: nothing,
    });
  }

  #plugin() {
    const found = this.#uppy.getPlugin('AwsS3Multipart');
    if (!found) throw new Error('The upload is over');
    return found;
  }

  #sentBytes(): number {
    return this.#uppy.getFile(this.#file.id)?.progress.bytesUploaded || 0;
  }

  #show(phase: 'sending' | 'checking'): void {
    if (this.#isOver) return;
    this.#phase = phase;
    const fileName = this.#file.name;
    const isOffline = !navigator.onLine;
    if (phase === 'checking') {
      this.#options.report({ phase, fileName, isOffline });
      return;
    }
    const totalBytes = this.#file.size ?? 0;
    const isStopped = this.#isPaused || isOffline;
    this.#options.report({
      phase,
      fileName,
      sentBytes: this.#sentBytes(),
      totalBytes,
      secondsLeft: isStopped ? undefined : secondsLeft(this.#samples, totalBytes),
      isPaused: this.#isPaused,
      isOffline,
      isRetrying: this.#isRetrying,
    });
  }

  /** Sets `#isRetrying` if a call fails that we or the client will retry. */
  async #watched<Value>(call: Value | Promise<Value>): Promise<Value> {
    const note = (isFailing: boolean) => {
      if (this.#isRetrying === isFailing) return;
      this.#isRetrying = isFailing;
      if (this.#phase === 'sending') this.#show(this.#phase);
    };
    try {
      const value = await call;
      note(false);
      return value;
    } catch (error) {
      if (mayComeThrough(error)) note(true);
      throw error;
    }
  }

  #fail(error: unknown, retry: () => void): void {
    if (this.#isOver) return;
    const { isRefused, reason } = failureOf(error);
    // SPEC section 8.
    const title = this.#begun
      ? `Failed to upload ${this.#options.kind.noun}. Please try again.`
      : 'Failed to get upload URL. Please try again.';
    const canRetry = !(isRefused && this.#completion);
    // The server no longer has a refused upload: start over.
    if (isRefused) {
      this.#begun = undefined;
      this.#completion = undefined;
    }
    this.#phase = 'failed';
    this.#isCutOff = !isRefused;
    this.#again = retry;
    this.#options.report({ phase: 'failed', fileName: this.#file.name, title, reason, canRetry });
  }

  async #handOver(contractDocumentUrl: string): Promise<void> {
    this.#show('checking');
    try {
      await this.#options.accept({ contractDocumentUrl, fileName: this.#file.name });
      this.#end();
    } catch (error) {
      this.#fail(error, () => void this.#handOver(contractDocumentUrl));
    }
  }

  #sendCarefully(): void {
    // The client has no option to change its limit later.
    const { requests } = this.#plugin() as unknown as { requests: { limit: number } };
    requests.limit = Math.min(requests.limit, parallelAfterCut);
  }

  /** Sends the missing parts, or retries joining them if all were sent. */
  readonly #sendAgain = (): void => {
    const file = this.#file;
    this.#samples = [];
    this.#sendCarefully();
    this.#isPaused = false;
    if (this.#completion) {
      this.#show('checking');
      const parts = { ...this.#completion, signal: new AbortController().signal };
      withRetries(() => this.#plugin().completeMultipartUpload(file, parts)).then(
        ({ location }) => this.#handOver(String(location)),
        (error: unknown) => this.#fail(error, this.#sendAgain),
      );
    } else {
      this.#show('sending');
      this.#uppy.setFileState(file.id, { s3Multipart: this.#begun } as object);
      void this.#uppy.retryUpload(file.id);
    }
  };

  readonly #stopForNow = (): void => {
    if (this.#phase === 'sending') this.#uppy.pauseAll();
    if (this.#phase === 'sending' || this.#phase === 'checking') this.#show(this.#phase);
  };

  readonly #goOn = (): void => {
    this.#samples = [];
    this.#sendCarefully();
    if (this.#phase === 'sending' && !this.#isPaused) this.#uppy.resumeAll();
    if (this.#phase === 'sending' || this.#phase === 'checking') this.#show(this.#phase);
    else if (this.#isCutOff) this.#again();
  };

  #end(): void {
    this.#isOver = true;
    window.removeEventListener('offline', this.#stopForNow);
    window.removeEventListener('online', this.#goOn);
    this.#uppy.destroy();
    this.#options.report(noUpload);
  }
}

function nothing(): void {
  // Nothing is logged or aborted.
}

function listed(found: readonly string[]): string[] {
  // Several files may break the same rule.
  const problems = [...new Set(found)];
  const more = problems.length - mostProblems;
  return more > 0
    ? [...problems.slice(0, mostProblems), `${more} additional restrictions were not fulfilled`]
    : problems;
}

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
