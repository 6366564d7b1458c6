import type AwsS3 from '@uppy/aws-s3';
import type Uppy from '@uppy/core';
import { build } from 'esbuild';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { signUp, test } from '../support/fixtures.ts';

/**
 * The unmodified upload client of SPEC section 7: its requests show whether the companion calls
 * are right.
 */
declare global {
  interface Window {
    Uppy: typeof Uppy;
    AwsS3: typeof AwsS3;
    uppy: Uppy;
    happened: string[];
  }
}

let client: string;
let database: pg.Pool;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import Uppy from '@uppy/core';
        import AwsS3 from '@uppy/aws-s3';
        Object.assign(window, { Uppy, AwsS3 });`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  client = outputFiles[0]?.text ?? '';
  database = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
  // An ended connection may still be closing when its server stops.
  database.on('error', () => undefined);
});

afterAll(() => database.end());

interface Options {
  multipart?: boolean;
  /** Bytes. */
  size: number;
  name?: string;
  /** The first bytes of the file. */
  head?: string;
  type?: string;
}

/** Signs a new member in and loads the client with one file into an empty page of the site. */
async function prepare(page: Page, given: Options): Promise<void> {
  await signUp(page);
  await page.route('**/empty', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Upload</title>' }),
  );
  await page.goto('/empty');
  await page.evaluate(client);
  await page.evaluate(
    ({
      multipart = false,
      size,
      name = 'Deed.pdf',
      head = '%PDF-1.7\n%',
      type = 'application/pdf',
    }) => {
      const uppy = new window.Uppy({
        restrictions: { maxFileSize: 50_485_760, maxNumberOfFiles: 1 },
      });
      uppy.use(window.AwsS3, {
        endpoint: location.origin,
        shouldUseMultipart: multipart as true,
      });
      window.happened = [];
      for (const event of [
        'upload-success',
        'upload-error',
        's3-multipart:part-uploaded',
      ] as const) {
        uppy.on(event, (_file: unknown, detail?: { message?: string }) => {
          window.happened.push(event === 'upload-error' ? `${event}: ${detail?.message}` : event);
        });
      }
      const tail = '\nstartxref\n9\n%%EOF\n';
      const filling = 'x'.repeat(1024).repeat(Math.ceil(size / 1024));
      const text = head + filling.slice(0, size - head.length - tail.length) + tail;
      uppy.addFile({ name, type, data: new Blob([text], { type }) });
      window.uppy = uppy;
    },
    given,
  );
}

const upload = (page: Page) =>
  page.evaluate(async () => {
    const { successful = [], failed = [] } = (await window.uppy.upload()) ?? {};
    return {
      successful: successful.map(({ uploadURL }) => uploadURL),
      failed: failed.map(({ error }) => error),
    };
  });

/** Sends one piece at a time, so that a pause or a lost connection falls between two pieces. */
const sendOneAtATime = (page: Page) =>
  page.evaluate(() => {
    window.uppy.getPlugin('AwsS3Multipart')?.setOptions({ limit: 1 });
    const { requests } = window.uppy.getPlugin('AwsS3Multipart') as unknown as {
      requests: { limit: number };
    };
    requests.limit = 1;
  });

/** Starts an upload without waiting for it. */
const beginUpload = (page: Page) => page.evaluate(() => void window.uppy.upload());

const seen = (page: Page) => page.evaluate(() => window.happened);

const countOf = (events: string[], name: string): number =>
  events.filter((event) => event.startsWith(name)).length;

const pieceIsThere = (page: Page) =>
  expect
    .poll(async () => countOf(await seen(page), 's3-multipart:part-uploaded'))
    .toBeGreaterThan(0);

const uploadIsOver = (page: Page) =>
  expect.poll(async () => countOf(await seen(page), 'upload-success')).toBe(1);

/** The documents of the page's account. */
async function documents(page: Page) {
  const me = await page.context().request.get('/api/users/me');
  const { id } = (await me.json()) as { id: string };
  const { rows } = await database.query<{ status: string; size: number | null; file_name: string }>(
    'SELECT status, size, file_name FROM contract_documents WHERE owner_id = $1',
    [id],
  );
  return rows;
}

/** The URLs of the PUT requests of a page; the array grows with each request. */
function puts(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') {
      urls.push(request.url());
    }
  });
  return urls;
}

const MiB = 1024 * 1024;

describe('the unmodified upload client', () => {
  test('sends a file in one piece', async ({ page }) => {
    await prepare(page, { size: 3 * MiB });
    const sent = puts(page);
    const { successful, failed } = await upload(page);
    expect(failed).toEqual([]);
    expect(successful[0]).toMatch(/\/s3\/objects\/quarantine\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/);
    expect(sent).toHaveLength(1);
    expect(await documents(page)).toEqual([
      { status: 'accepted', size: 3 * MiB, file_name: 'Deed.pdf' },
    ]);
  });

  test('sends a file in several pieces', async ({ page }) => {
    await prepare(page, { size: 12 * MiB, multipart: true });
    const sent = puts(page);
    const { successful, failed } = await upload(page);
    expect(failed).toEqual([]);
    expect(successful[0]).toMatch(/\/s3\/objects\/quarantine\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/);
    expect(sent).toHaveLength(3);
    expect(countOf(await seen(page), 's3-multipart:part-uploaded')).toBe(3);
    expect(await documents(page)).toEqual([
      { status: 'accepted', size: 12 * MiB, file_name: 'Deed.pdf' },
    ]);
  });

  test('pauses and resumes without sending anything twice', async ({ page }) => {
    await prepare(page, { size: 15 * MiB, multipart: true });
    const sent = puts(page);
    await sendOneAtATime(page);
    await page.evaluate(() => {
      window.uppy.once('s3-multipart:part-uploaded', () => window.uppy.pauseAll());
    });
    await beginUpload(page);
    await pieceIsThere(page);
    const before = sent.length;
    await page.waitForTimeout(500);
    expect(sent.length).toBe(before);
    expect((await documents(page))[0]?.status).toBe('uploading');

    await page.evaluate(() => window.uppy.resumeAll());
    await uploadIsOver(page);
    const finished = await seen(page);
    expect(countOf(finished, 'upload-error')).toBe(0);
    // Three pieces; one that was being sent at the pause may be sent again.
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(await documents(page)).toMatchObject([{ status: 'accepted', size: 15 * MiB }]);
  });

  test('cancels, and nothing is left', async ({ page }) => {
    await prepare(page, { size: 15 * MiB, multipart: true });
    await sendOneAtATime(page);
    await page.evaluate(() => {
      window.uppy.once('s3-multipart:part-uploaded', () => window.uppy.cancelAll());
    });
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await beginUpload(page);
    expect((await ended).status()).toBe(200);
    expect(await documents(page)).toEqual([]);
  });

  test('resumes by itself after a lost connection', async ({ page, allowProblem }) => {
    allowProblem(/ERR_INTERNET_DISCONNECTED/);
    allowProblem(/ERR_NETWORK_CHANGED|ERR_CONNECTION/);
    await prepare(page, { size: 20 * MiB, multipart: true });
    const network = await page.context().newCDPSession(page);
    const connection = (offline: boolean, uploadThroughput = -1) =>
      network.send('Network.emulateNetworkConditions', {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await sendOneAtATime(page);
    await connection(false, MiB);
    await beginUpload(page);
    await pieceIsThere(page);
    // From here on slow enough that the connection is lost while pieces are sent.
    await connection(false, MiB / 8);
    const cut = page.waitForEvent('requestfailed');
    await connection(true);
    await cut;
    const parts = countOf(await seen(page), 's3-multipart:part-uploaded');
    expect(parts).toBeLessThan(4);
    await connection(false);
    await uploadIsOver(page);
    expect(await documents(page)).toMatchObject([{ status: 'accepted', size: 20 * MiB }]);
  });

  test('is told why a file is refused', async ({ page, allowProblem }) => {
    allowProblem(/status of 400|\[Uppy\]/);
    for (const multipart of [true, false]) {
      await prepare(page, { size: 6 * MiB, multipart, head: 'MZ', name: 'Deed.pdf' });
      const { successful } = await upload(page);
      expect(successful).toEqual([]);
      expect(await seen(page)).toContain(
        multipart
          ? 'upload-error: The file is not what it seems: only PDF, Word, JPEG and PNG documents can be uploaded'
          : 'upload-error: Non 2xx',
      );
      expect(await documents(page)).toEqual([]);
    }
    await prepare(page, { size: MiB, name: 'Deed.exe', type: 'application/x-msdownload' });
    await upload(page);
    expect(await seen(page)).toEqual([
      'upload-error: Only .pdf, .doc, .docx, .jpg, .jpeg and .png files can be uploaded',
    ]);
  });

  test('is told that there are no temporary credentials', async ({ page, allowProblem }) => {
    allowProblem(/status of 404|Temporary credentials/);
    await prepare(page, { size: MiB });
    await page.evaluate(() => {
      window.uppy.removePlugin(window.uppy.getPlugin('AwsS3Multipart')!);
      window.uppy.use(window.AwsS3, {
        endpoint: location.origin,
        getTemporarySecurityCredentials: true,
        shouldUseMultipart: false,
      });
    });
    await upload(page);
    expect(await seen(page)).toEqual([
      'upload-error: Temporary credentials are not available here. Ask for signed links: s3/params, s3/multipart',
    ]);
    expect(await documents(page)).toEqual([]);
  });
});
