import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import type { ReportSaleStepInput } from '#api/generated/operations/graphql.ts';
import { documentKey } from '#api/modules/contracts/uploads/keys.ts';
import { movableClock } from '#api/modules/bookings/testing/flow.ts';
import { docx, pdf } from '#api/testing/documents.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { pathOf, uploadDocument } from '#api/testing/uploads.ts';
import { partnerLinkDays } from '#common/durations.ts';
import {
  agreedDeal,
  moved,
  paid,
  record,
  recorded,
  stepStates,
  stored,
  type Deal,
} from '../closing/testing/flow.ts';
import {
  createPartnerDownloadMutation,
  createPartnerLinkMutation,
  partnerSaleQuery,
  reportSaleStepMutation,
  revokePartnerLinkMutation,
} from './testing/operations.ts';

let server: TestServer;
const time = movableClock();

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
});

afterAll(() => server.close());

const isDeed = { tenure: 'deeded', rightOfFirstRefusal: false } as const;

let deal: Deal;
let token: string;

beforeEach(async () => {
  deal = await agreedDeal(server, { ...isDeed, weekNumber: 7 });
  await paid(server, deal, 'deposit');
  token = await newToken(deal);
});

const create = async ({ id: saleId }: Pick<Deal, 'id'>, cookie?: string) =>
  server.graphql(createPartnerLinkMutation, { input: { saleId } }, { cookie });

async function newToken(of: Deal): Promise<string> {
  const answer = (await create(of, of.team.cookie)).data?.createPartnerLink;
  if (answer?.__typename !== 'CreatePartnerLinkPayload') throw new Error(JSON.stringify(answer));
  const { pathname, searchParams } = new URL(answer.partnerUrl);
  expect(pathname).toBe('/partner/sale');
  return searchParams.get('token') ?? '';
}

const revoke = async ({ id: saleId }: Deal, cookie?: string) =>
  server.graphql(revokePartnerLinkMutation, { input: { saleId } }, { cookie });

const read = async (given = token) => (await find(given))?.sale ?? null;

const find = async (given = token) =>
  (await server.graphql(partnerSaleQuery, { token: given })).data?.partnerLink;

const gone = {
  __typename: 'InvalidInputError',
  message: 'This link works no longer. Ask our team for a new one',
};

async function report(
  given: Partial<ReportSaleStepInput> & Pick<ReportSaleStepInput, 'step'>,
  by = token,
  of: Pick<Deal, 'id'> = deal,
) {
  const { version } = await server.prisma.sale.findUniqueOrThrow({ where: { id: of.id } });
  const input = { token: by, version, isDone: true, ...given };
  return (await server.graphql(reportSaleStepMutation, { input })).data?.reportSaleStep;
}

const byLink = (secret: string) => ({ headers: { 'x-partner-link': secret } });

/** Uploads a document by the link, in one part. Returns the URL to report. */
async function upload(content = pdf(), filename = 'title.pdf', secret = token): Promise<string> {
  const call = <Body>(method: string, path: string, body?: unknown) =>
    server.rest<Body>(method, `/api/partner-sale/s3/multipart${path}`, body, byLink(secret));
  const begun = await call<{ key: string; uploadId: string }>('POST', '', { filename });
  if (begun.status !== 200) throw new Error(begun.text);
  const { key, uploadId } = begun.body;
  const at = (more: string) => `/${encodeURIComponent(uploadId)}${more}?key=${key}`;
  const part = await call<{ url: string }>('GET', at('/1'));
  const { headers } = await server.send(pathOf(part.body.url), {
    method: 'PUT',
    body: new Uint8Array(content),
    // Whoever is signed in: the link counts.
    cookie: deal.buyer.cookie,
  });
  const parts = [{ PartNumber: 1, ETag: headers.get('etag') }];
  const joined = await call<{ location: string }>('POST', at('/complete'), { parts });
  if (joined.status !== 200) throw new Error(joined.text);
  return joined.body.location;
}

const download = async (step: ReportSaleStepInput['step'] | null, secret = token) =>
  (await server.graphql(createPartnerDownloadMutation, { input: { token: secret, step } })).data
    ?.createPartnerDownload;

async function downloadPath(step: ReportSaleStepInput['step'] | null): Promise<string> {
  const answer = await download(step);
  if (answer?.__typename !== 'CreatePartnerDownloadPayload') {
    throw new Error(JSON.stringify(answer));
  }
  return pathOf(answer.url);
}

const auditOf = ({ id: subjectId }: Deal, action: string) =>
  server.prisma.auditEntry.findMany({ where: { subjectId, action }, orderBy: { id: 'asc' } });

const mailsAbout = (subject: string, title: string) =>
  server.prisma.outgoingMail.findMany({
    where: { template: 'saleChanged', subject: `${subject}: ${title}` },
    select: { toAddress: true, text: true },
  });

describe('A link for the escrow partner', () => {
  it('is made and withdrawn by administrators only, for a sale in closing', async () => {
    for (const make of [create, revoke]) {
      for (const who of [deal.buyer, deal.seller, await signedInUser(server)]) {
        const { data } = await make(deal, who.cookie);
        expect(Object.values(data ?? {})).toMatchObject([{ __typename: 'ForbiddenError' }]);
      }
      expect((await make(deal)).errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
    }
    const link = await server.prisma.salePartnerLink.findUniqueOrThrow({
      where: { saleId: deal.id },
    });
    expect(link).toMatchObject({ madeById: deal.team.user.id });
    expect(link.hash).not.toContain(token);
    expect(await auditOf(deal, 'sale.createPartnerLink')).toMatchObject([
      { actorId: deal.team.user.id },
    ]);
    await moved(server, deal, 'team', 'CALL_OFF', { reason: 'Nobody answers.' });
    expect((await create(deal, deal.team.cookie)).data?.createPartnerLink).toMatchObject({
      __typename: 'ConflictError',
      message: 'Only a sale in closing has a link for the partner',
    });
  });

  it('shows the sale with the names that were confirmed, and is no change of the sale', async () => {
    const { version } = await stored(server, deal);
    const again = (await create(deal, deal.team.cookie)).data?.createPartnerLink;
    expect(again).toMatchObject({ sale: { version, partnerLinkUntil: expect.any(String) } });
    token = await newToken(deal);
    // The account has another name by now.
    await server.prisma.user.update({
      where: { id: deal.buyer.user.id },
      data: { lastName: 'Varga' },
    });
    const sale = await read();
    expect(sale).toMatchObject({
      databaseId: deal.id,
      status: 'AGREED',
      ending: null,
      facts: { weekNumber: 7 },
      signatures: [
        { side: 'BUYER', typedName: 'Bela Nagy' },
        { side: 'SELLER', typedName: 'Olga Reed' },
      ],
    });
    const { termSheet, steps = [] } = sale ?? {};
    expect(termSheet?.facts.slice(1, 4)).toEqual([
      { label: 'Buyer', text: 'Bela Nagy' },
      { label: 'Seller', text: 'Olga Reed' },
      { label: 'Price', text: '$8,000' },
    ]);
    expect(steps.find(({ step }) => step === 'TITLE')?.state).toBe('OPEN');
  });

  it('is over when it is replaced, withdrawn or expired, or its administrator is none any more', async () => {
    const documentUrl = await upload();
    const signed = await downloadPath(null);
    const isOver = async () => {
      expect(await read()).toBeNull();
      expect(await report({ step: 'TITLE', documentUrl })).toMatchObject(gone);
      expect(await download(null)).toMatchObject(gone);
      expect((await server.send(signed)).status).toBe(400);
      await expect(upload()).rejects.toThrow(gone.message);
    };
    const old = token;
    const next = await newToken(deal);
    await isOver();
    token = next;
    expect(await read()).not.toBeNull();
    const withdrawn = (await revoke(deal, deal.team.cookie)).data?.revokePartnerLink;
    expect(withdrawn).toMatchObject({ sale: { partnerLinkUntil: null } });
    await revoke(deal, deal.team.cookie);
    expect(await auditOf(deal, 'sale.revokePartnerLink')).toHaveLength(1);
    await isOver();
    token = await newToken(deal);
    const user = { where: { id: deal.team.user.id } };
    await server.prisma.user.update({ ...user, data: { role: 'user' } });
    await isOver();
    await server.prisma.user.update({ ...user, data: { role: 'admin' } });
    expect(await read()).not.toBeNull();
    await server.prisma.salePartnerLink.update({
      where: { saleId: deal.id },
      data: { expiresAt: time.clock() },
    });
    await isOver();
    // Whoever has it knows that it worked once; others learn nothing.
    expect(await find()).toEqual({ isExpired: true, sale: null });
    expect(await find(old)).toBeNull();
    for (const given of ['', 'x'.repeat(201), 'none', '\0']) expect(await find(given)).toBeNull();
    const { expiresAt } = await newLink();
    const days = (expiresAt.getTime() - time.clock().getTime()) / 86_400_000;
    expect(days).toBe(partnerLinkDays);
  });

  const newLink = async () => {
    await newToken(deal);
    return server.prisma.salePartnerLink.findUniqueOrThrow({ where: { saleId: deal.id } });
  };
});

describe('A report by the link', () => {
  it('records title and deed, is the partner’s in the history, and tells everyone as the team’s does', async () => {
    const { title } = deal.listing;
    const idempotencyKey = 'title-of-the-partner';
    const done = { step: 'TITLE', documentUrl: await upload(), idempotencyKey } as const;
    const { version } = await stored(server, deal);
    for (const _ of [1, 2]) {
      expect(await report({ ...done, version })).toMatchObject({
        __typename: 'ReportSaleStepPayload',
      });
    }
    const told = await mailsAbout('The closing has come a step further', title);
    expect(told.map(({ toAddress }) => toAddress).toSorted()).toEqual(
      [deal.buyer.user.email, deal.seller.user.email].toSorted(),
    );
    const forTeam = await mailsAbout('The escrow partner has recorded a step', title);
    expect(forTeam.map(({ text }) => text.includes('Title search'))).toEqual([true]);
    await recorded(server, deal, 'estoppel');
    await paid(server, deal, 'balance');
    await recorded(server, deal, 'buyer_signature', 'seller_signature');
    const facts = { registry: 'Orange County', book: '12', page: '7' };
    const deed = { step: 'DEED', facts, documentUrl: await upload() } as const;
    expect(await report(deed)).toMatchObject({ sale: { status: 'AGREED' } });
    const { events, steps } = await stored(server, deal);
    expect(events.filter(({ party }) => party === 'partner')).toMatchObject([
      { move: 'funds_in', step: 'deposit' },
      { move: 'record_step', step: 'title', actorId: null },
      { move: 'funds_in', step: 'balance' },
      { move: 'record_step', step: 'deed', actorId: null },
    ]);
    expect(steps.find(({ step }) => step === 'deed')).toMatchObject({ ...facts, state: 'done' });
    expect(await mailsAbout('The escrow partner has recorded a step', title)).toHaveLength(2);
    await recorded(server, deal, 'confirmation');
    await server.runJobs();
    expect(await read()).toMatchObject({
      status: 'SOLD',
      ending: 'The resort has confirmed the new owner; the timeshare is off sale.',
    });
  });

  it('is refused with what is wrong', async () => {
    const refused = async (
      given: Parameters<typeof report>[0],
      field: string,
      message: string,
    ): Promise<void> => {
      const answer = await report(given);
      const found = answer && 'fieldErrors' in answer ? answer.fieldErrors : answer;
      expect(found).toContainEqual(expect.objectContaining({ field, message }));
    };
    await refused({ step: 'TITLE' }, 'documentUrl', 'Upload the document');
    const foreign = 'There is no such upload. Upload the document again';
    await refused({ step: 'TITLE', documentUrl: 'https://evil.example/x' }, 'documentUrl', foreign);
    const wrong = 'This step does not ask for it';
    const documentUrl = await upload();
    const facts = { registry: 'Orange County' };
    await refused({ step: 'TITLE', documentUrl, facts }, 'facts.registry', wrong);
    await refused({ step: 'ESTOPPEL' }, 'step', 'Our team reports this step');
    await refused(
      { step: 'ESTOPPEL', isDone: false, reason: 'No.' },
      'step',
      'Our team reports this step',
    );
    await refused({ step: 'MEMBERSHIP' }, 'step', 'This sale does not have this step');
    await refused({ step: 'TITLE', isDone: false }, 'reason', 'Say why');
    const onlyRecorded = 'Only the team and the partner add a document, when they record a step';
    await refused(
      { step: 'TITLE', isDone: false, reason: 'No.', documentUrl },
      'documentUrl',
      onlyRecorded,
    );
    await refused(
      { step: 'TITLE', documentUrl, reason: 'a'.repeat(2_001) },
      'reason',
      'Reason may have at most 2,000 characters',
    );
    const word = 'A document of a closing is a PDF or a picture: .pdf, .jpg, .jpeg or .png';
    const wordUrl = await upload(docx(), 'title.docx');
    await refused({ step: 'TITLE', documentUrl: wordUrl }, 'documentUrl', word);
    for (const step of ['DEED', 'RELEASE', 'BALANCE', 'DEPOSIT'] as const) {
      const message =
        step === 'DEPOSIT'
          ? 'This step is finished'
          : 'Another step has to be done before this one';
      expect(await report({ step })).toMatchObject({
        __typename: 'ConflictError',
        message: expect.stringContaining(message) as string,
      });
    }
    expect(await report({ step: 'TITLE', documentUrl, version: 1 })).toMatchObject({
      __typename: 'ConflictError',
      message: 'This sale has changed since you opened it. Load it again',
    });
    expect(await stepStates(server, deal)).toMatchObject({ title: 'open', estoppel: 'open' });
  });

  it('never decides about money, and nothing while no step of the partner is open', async () => {
    await report({ step: 'TITLE', documentUrl: await upload() });
    await recorded(server, deal, 'estoppel');
    for (const step of ['BALANCE', 'BUYER_SIGNATURE'] as const) {
      expect(await report({ step })).toMatchObject({
        __typename: 'ConflictError',
        message: 'It is too early or too late for this',
      });
    }
    expect(await stepStates(server, deal)).toMatchObject({
      balance: 'open',
      buyer_signature: 'open',
    });
  });

  it('of a failed title ends the sale, gives the buyer everything back, and is the last', async () => {
    const reason = 'There is a lien.';
    expect(await report({ step: 'TITLE', isDone: false, reason })).toMatchObject({
      sale: { status: 'CALLED_OFF' },
    });
    await server.runJobs();
    const { settlement, payouts } = await stored(server, deal);
    expect(settlement).toBe('to_buyer');
    expect(payouts).toMatchObject([{ side: 'buyer' }]);
    const mails = await mailsAbout('The escrow partner reports a failed step', deal.listing.title);
    expect(mails.map(({ text }) => text.includes(reason))).toEqual([true]);
    expect(await read()).toMatchObject({
      status: 'CALLED_OFF',
      ending: 'A step of the closing has failed, and the sale ends.',
    });
    expect(await report({ step: 'TITLE', isDone: false, reason })).toMatchObject({
      __typename: 'ConflictError',
      message: "This sale is called off: this can't be done any more",
    });
  });

  it('and a record of the team at the same time make one record', async () => {
    const documentUrl = await upload();
    const answers = await Promise.all([
      report({ step: 'TITLE', documentUrl }),
      record(server, deal, 'title'),
      report({ step: 'TITLE', documentUrl }),
    ]);
    const types = answers.map((answer) => answer?.__typename);
    expect(types.filter((type) => type === 'ConflictError')).toHaveLength(2);
    const { events } = await stored(server, deal);
    expect(events.filter(({ move }) => move === 'record_step')).toHaveLength(1);
  });

  it('takes only documents that were uploaded by the link of this sale', async () => {
    const other = await agreedDeal(server, isDeed);
    await paid(server, other, 'deposit');
    // By the same administrator, so that only the sales differ.
    const otherToken = await newToken({ ...other, team: deal.team });
    const ofOther = await upload(pdf(), 'other.pdf', otherToken);
    const ofTeam = await uploadDocument(server, deal.team.cookie, pdf());
    for (const documentUrl of [ofOther, ofTeam]) {
      expect(await report({ step: 'TITLE', documentUrl })).toMatchObject({
        message: 'There is no such upload. Upload the document again',
      });
    }
    const ofLink = await upload();
    await expect(
      moved(server, deal, 'team', 'RECORD_STEP', { step: 'TITLE', documentUrl: ofLink }),
    ).rejects.toThrow('There is no such upload');
    const [document] = await server.prisma.contractDocument.findMany({
      where: { uploadedForId: deal.id },
    });
    const key = `quarantine/${document?.ownerId}/${document?.id}`;
    for (const secret of [otherToken, 'none']) {
      const path = `/api/partner-sale/s3/multipart/any?key=${key}`;
      const { status } = await server.rest('DELETE', path, undefined, byLink(secret));
      expect(status).toBe(secret === 'none' ? 400 : 404);
    }
    expect(await report({ step: 'TITLE', documentUrl: ofLink })).toMatchObject({
      __typename: 'ReportSaleStepPayload',
    });
  });
});

const bytesOf = async (path: string, cookie = '') =>
  Buffer.from(await (await fetch(`${server.url}${path}`, { headers: { cookie } })).arrayBuffer());

/** The files of a ZIP by their names. */
async function unzipped(content: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(content, { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  );
  const ended = once(zip, 'end');
  zip.on('entry', (entry: Entry) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) throw error;
      void buffer(stream).then((read) => {
        files.set(entry.fileName, read);
        zip.readEntry();
      });
    }),
  );
  zip.readEntry();
  await ended;
  return files;
}

describe('The papers of a closing', () => {
  it('are opened one by one by the link of their sale', async () => {
    const content = pdf();
    await report({ step: 'TITLE', documentUrl: await upload(content, 'What we found.pdf') });
    const path = await downloadPath('TITLE');
    const opened = await server.send(path);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('content-disposition')).toContain('What we found.pdf');
    expect(await bytesOf(path)).toEqual(content);
    expect(await auditOf(deal, 'sale.openDocument')).toMatchObject([
      { actorId: null, actorName: 'Escrow partner' },
      {},
    ]);
    expect(await download('DEED')).toMatchObject({
      __typename: 'NotFoundError',
      message: 'This step has no document',
    });
    const ofOther = path.replace('/title?', '/estoppel?');
    for (const [wrong, status] of [
      [ofOther, 403],
      [path.replace(/hash=.{8}/, 'hash=00000000'), 403],
      ['/api/partner-sale/files/title', 403],
    ] as const) {
      expect((await server.send(wrong)).status).toBe(status);
    }
  });

  it('are one ZIP with the term sheet, for administrators and by the link', async () => {
    await report({ step: 'TITLE', documentUrl: await upload(pdf(), 'a/b\\c:"d".pdf') });
    await recorded(server, deal, 'estoppel');
    const path = `/api/sales/${deal.id}/export`;
    const names = [
      'term-sheet-and-steps.pdf',
      expect.stringMatching(/^documents\/02-estoppel-[\w. -]+\.pdf$/) as string,
      expect.stringMatching(/^documents\/03-title-[\w. -]+\.pdf$/) as string,
    ];
    for (const bytes of [
      await bytesOf(path, deal.team.cookie),
      await bytesOf(await downloadPath(null)),
    ]) {
      const files = await unzipped(bytes);
      expect([...files.keys()]).toEqual(names);
      for (const content of files.values()) expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    }
    expect(await auditOf(deal, 'sale.export')).toMatchObject([
      { actorId: deal.team.user.id },
      { actorId: null, actorName: 'Escrow partner' },
    ]);
    for (const [cookie, status] of [
      [undefined, 401],
      [deal.buyer.cookie, 403],
      [deal.seller.cookie, 403],
    ] as const) {
      expect((await server.send(path, { cookie })).status).toBe(status);
    }
    const unknown = path.replace(deal.id, '00000000-0000-7000-8000-000000000000');
    expect((await server.send(unknown, { cookie: deal.team.cookie })).status).toBe(404);
  });

  it('have a note in place of a document that the storage has lost', async () => {
    await report({ step: 'TITLE', documentUrl: await upload() });
    const { documentId } = await server.prisma.saleStep.findFirstOrThrow({
      where: { saleId: deal.id, step: 'title' },
    });
    await server.deps.storage.remove(documentKey({ id: documentId ?? '' }));
    expect((await server.send(await downloadPath('TITLE'))).status).toBe(404);
    const files = await unzipped(await bytesOf(`/api/sales/${deal.id}/export`, deal.team.cookie));
    const note = files.get('documents/03-title-title.pdf-MISSING.txt')?.toString();
    expect(note).toContain('Document: title.pdf (missing in the storage: ask our team for it)');
  });
});
