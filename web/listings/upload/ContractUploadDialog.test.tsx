import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { ContractUploadDialog } from './ContractUploadDialog.tsx';
import { loadUploadClient } from './useContractUpload.ts';

const MiB = 1024 * 1024;

/** A call to the server, or the request that sends a part. */
interface Call {
  method: string;
  path: string;
}

/** The server of the test: its calls, and how it answers. */
let calls: Call[];
let answer: (call: Call) => Response | Promise<Response>;

/** The requests that send parts, and how each is answered. */
let parts: Part[];
let answerPart: (part: Part) => void;

beforeAll(async () => void (await loadUploadClient()));

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  answer = usualAnswer;
  parts = [];
  answerPart = (part) => part.succeed();
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const call = { method, path: new URL(url).pathname };
    calls.push(call);
    return answer(call);
  });
  vi.stubGlobal('XMLHttpRequest', Part);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

afterEach(async () => {
  // Cancels the upload.
  cleanup();
  await vi.advanceTimersByTimeAsync(1_000);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function usualAnswer({ method, path }: Call): Response {
  if (path.endsWith('/complete')) return Response.json({ location: 'https://site.example/deed' });
  const [, number] = /\/s3\/multipart\/upload-1\/(\d+)$/.exec(path) ?? [];
  if (number) return Response.json({ url: `https://site.example/parts/${number}` });
  if (method === 'GET') {
    const received = parts.filter(({ status }) => status === 200);
    return Response.json(
      received.map((part) => ({
        PartNumber: Number(part.number),
        Size: part.size,
        ETag: `"${part.number}"`,
      })),
    );
  }
  return Response.json({ key: 'quarantine/deed', uploadId: 'upload-1' });
}

/** Stands for the XMLHttpRequest that sends a part. */
class Part extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  number = '';
  open(_method: string, url: string) {
    this.number = url.split('/').at(-1) ?? '';
  }
  setRequestHeader() {}
  size = 0;
  send({ size }: Blob) {
    this.size = size;
    parts.push(this);
    answerPart(this);
  }
  isAborted = false;
  abort() {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  getAllResponseHeaders = () => `etag: "${this.number}"\r\nlocation: here`;
  progress(loaded: number) {
    this.upload.dispatchEvent(
      Object.assign(new Event('progress'), { lengthComputable: true, loaded }),
    );
  }
  succeed() {
    if (this.isAborted) return;
    this.status = 200;
    queueMicrotask(() => this.dispatchEvent(new Event('load')));
  }
  fail() {
    queueMicrotask(() => this.dispatchEvent(new Event('error')));
  }
}

/** Answers the parts that are still being sent, and all later ones. */
async function resolveParts(): Promise<void> {
  answerPart = (part) => part.succeed();
  for (const part of parts) part.succeed();
  await pass(60_000);
}

const sentNumbers = () => parts.map(({ number }) => number);
const countOf = (method: string, end: string) =>
  calls.filter((call) => call.method === method && call.path.endsWith(end)).length;

/** Lets time pass, and what it changes be rendered. */
const pass = (milliseconds = 1_000) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

const uploaded = vi.fn();

function Dialog({ listingId }: { listingId?: string }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <ContractUploadDialog
      listingId={listingId}
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      focusAfter={() => null}
      onUploaded={uploaded}
    />
  );
}

async function openDialog(listingId?: string) {
  uploaded.mockClear();
  const result = renderWithRelay(<Dialog {...(listingId && { listingId })} />);
  await pass();
  return result;
}

const fileOf = (size: number, name = 'Deed.pdf') =>
  new File([new Uint8Array(size)], name, { type: 'application/pdf' });

async function choose(...files: File[]): Promise<void> {
  fireEvent.change(screen.getByLabelText('Choose a File'), { target: { files } });
  await pass();
}

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass();
};

const dialog = () => within(screen.getByRole('dialog', { name: 'Upload Ownership Contract' }));
const toastRegion = () => screen.getByRole('region', { name: /^Notifications/, hidden: true });

describe('A chosen file', () => {
  const withSize = (size: number) => Object.defineProperty(fileOf(1), 'size', { value: size });

  it.each([
    ['of another type', [fileOf(9, 'Deed.exe')], /^You can only upload: \.pdf, .*\.png$/],
    ['that is too large', [withSize(50_485_761)], 'Deed.pdf exceeds maximum allowed size of 50 MB'],
    ['beside another', [fileOf(9, 'One.pdf'), fileOf(9, 'Two.pdf')], 'You can only upload 1 file'],
  ])('%s is refused before anything is sent', async (_which, files, message) => {
    await openDialog();
    await choose(...files);
    expect(dialog().getByText(message)).toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('of exactly the largest size is sent', async () => {
    answer = () => new Promise(() => undefined);
    await openDialog();
    await choose(withSize(50_485_760));
    expect(dialog().getByRole('progressbar', { name: 'Upload of Deed.pdf' })).toBeInTheDocument();
    expect(countOf('POST', '/s3/multipart')).toBe(1);
  });

  it('may also be dropped, one at a time', async () => {
    await openDialog();
    const drop = async (...files: File[]) => {
      fireEvent.drop(screen.getByText('Drop your deed or contract here, or'), {
        dataTransfer: { files },
      });
      await pass();
    };
    await drop(fileOf(9, 'One.pdf'), fileOf(9, 'Two.pdf'));
    expect(dialog().getByText('You can only upload 1 file')).toBeInTheDocument();
    await drop(fileOf(9, 'One.pdf'));
    expect(uploaded).toHaveBeenCalledWith({
      contractDocumentUrl: 'https://site.example/deed',
      fileName: 'One.pdf',
    });
  });
});

describe('An upload', () => {
  it('sends the file in pieces, closes the dialog and says that the contract is ready', async () => {
    await openDialog();
    await choose(fileOf(12 * MiB));
    expect(sentNumbers()).toEqual(['1', '2', '3']);
    expect(uploaded).toHaveBeenCalledOnce();
    await pass();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toastRegion()).toHaveTextContent('Contract Ready');
    expect(toastRegion()).toHaveTextContent(
      'Contract file uploaded successfully. Submit your listing to continue.',
    );
  });

  it('sends nothing while it is paused, and the rest after that', async () => {
    answerPart = (part) => part.progress(MiB);
    await openDialog();
    await choose(fileOf(12 * MiB));
    await pass();
    expect(dialog().getByText(/^3\.1 MB of 12\.6 MB/)).toBeInTheDocument();
    await press('Pause');
    expect(dialog().getByText(/of 12\.6 MB · Paused$/)).toBeInTheDocument();
    await resolveParts();
    expect([sentNumbers(), countOf('POST', '/complete')]).toEqual([['1', '2', '3'], 0]);
    parts = [];
    await press('Resume');
    expect(sentNumbers().toSorted()).toEqual(['1', '2', '3']);
    expect(uploaded).toHaveBeenCalledOnce();
  });

  it('that is cancelled is aborted on the server, and another file can be chosen', async () => {
    answerPart = (part) => part.progress(MiB);
    await openDialog();
    await choose(fileOf(12 * MiB));
    await press('Cancel Upload');
    expect(countOf('DELETE', '/s3/multipart/upload-1')).toBe(1);
    expect(screen.getByLabelText('Choose a File')).toBeInTheDocument();
    expect(uploaded).not.toHaveBeenCalled();
  });

  it('resumes where it broke off, without resending received pieces', async () => {
    answerPart = (part) => (part.number === '3' ? part.fail() : part.succeed());
    await openDialog();
    await choose(fileOf(20 * MiB));
    await pass(60_000);
    // After its automatic retries.
    expect(
      dialog().getByText('Failed to upload contract. Please try again.', { exact: false }),
    ).toBeInTheDocument();
    expect(new Set(sentNumbers())).toEqual(new Set(['1', '2', '3', '4']));
    const before = parts.length;
    answerPart = (part) => part.succeed();
    await press('Try Again');
    expect(sentNumbers().slice(before)).toEqual(['3']);
    expect(uploaded).toHaveBeenCalledOnce();
  });

  it('says that it retries while there is no response', async () => {
    // The first call fails, the second waits for its response.
    answer = (call) => {
      if (calls.length === 1) throw new TypeError('Failed to fetch');
      return call.path === '/s3/multipart' ? new Promise(() => undefined) : usualAnswer(call);
    };
    await openDialog();
    await choose(fileOf(3_000));
    expect(dialog().getByText(/ · No answer, trying again…$/)).toBeInTheDocument();
    expect(countOf('POST', '/s3/multipart')).toBe(2);
  });

  it('says that it gets no upload URL and why, and starts once it gets one', async () => {
    answer = () => Response.json({ message: 'Too many uploads' }, { status: 429 });
    await openDialog();
    await choose(fileOf(3_000));
    expect(dialog().getByRole('alert')).toHaveTextContent(
      'Failed to get upload URL. Please try again. Too many uploads.',
    );
    answer = usualAnswer;
    await press('Try Again');
    expect(uploaded).toHaveBeenCalledOnce();
  });

  it('completes after a lost response without resending the file', async () => {
    answer = (call) => {
      if (countOf('POST', '/complete') === 1) throw new TypeError('Failed to fetch');
      return usualAnswer(call);
    };
    await openDialog();
    await choose(fileOf(12 * MiB));
    expect(sentNumbers()).toEqual(['1', '2', '3']);
    expect(countOf('POST', '/complete')).toBe(2);
    expect(uploaded).toHaveBeenCalledOnce();
  });

  it('that the server refuses is not retried: another file is asked for', async () => {
    const reason = 'The file is not what it seems: only PDF documents can be uploaded';
    answer = (call) =>
      call.path.endsWith('/complete')
        ? Response.json({ message: reason }, { status: 400 })
        : usualAnswer(call);
    await openDialog();
    await choose(fileOf(3_000));
    expect(dialog().getByText(reason, { exact: false })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    await press('Choose Another File');
    expect(screen.getByLabelText('Choose a File')).toBeInTheDocument();
    expect(uploaded).not.toHaveBeenCalled();
  });

  it('stops while there is no Internet connection, and goes on by itself', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    answerPart = (part) => part.progress(MiB);
    await openDialog();
    await choose(fileOf(12 * MiB));
    isOnline.mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    await pass();
    expect(dialog().getByText(/^No Internet connection\. The upload goes on/)).toBeInTheDocument();
    await resolveParts();
    expect([sentNumbers(), countOf('POST', '/complete')]).toEqual([['1', '2', '3'], 0]);
    isOnline.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    await pass();
    expect(uploaded).toHaveBeenCalledOnce();
  });

  it('for a listing attaches the document to it', async () => {
    const { environment } = await openDialog('listing-1');
    await choose(fileOf(3_000));
    expect(uploaded).not.toHaveBeenCalled();
    expect(environment.mock.getMostRecentOperation().request.variables).toEqual({
      input: { listingId: 'listing-1', contractDocumentUrl: 'https://site.example/deed' },
    });
    environment.mock.resolveMostRecentOperation({
      data: {
        attachContract: {
          __typename: 'AttachContractPayload',
          listing: { id: '1', hasContract: true, status: 'IN_REVIEW', version: 2 },
        },
      },
    });
    await pass();
    expect(uploaded).toHaveBeenCalledOnce();
    await pass();
    expect(toastRegion()).toHaveTextContent('Contract Uploaded');
    expect(toastRegion()).toHaveTextContent(
      'Your ownership contract has been uploaded for verification.',
    );
  });
});
