import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { pdf } from '#api/testing/documents.ts';
import { createResort } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { uploadDocument } from '#api/testing/uploads.ts';
import { addDays, isoDay } from '#common/days.ts';
import { keepDeadlines } from '../deadlines.ts';
import {
  booked,
  certify,
  confirmCertificate,
  held,
  makeScene,
  movableClock,
  move,
  type Scene,
} from '../testing/flow.ts';

const start = new Date();
const time = movableClock(start);
let server: TestServer;
let scene: Scene;
let id: string;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
});

afterAll(() => server.close());

const resortMail = 'front-desk@harbour.example';

async function bookAt(resort: object = {}): Promise<void> {
  const { id: resortId } = await createResort(server, { name: 'Harbour House', ...resort });
  scene = await makeScene(server, { isInstant: true, resortId });
  id = await booked(server, scene);
}

beforeEach(async () => {
  await time.moveTo(server, start);
  await bookAt({ certificateEmail: resortMail });
});

const stored = () => server.prisma.booking.findUniqueOrThrow({ where: { id } });

const atNoon = (day: string) => time.moveTo(server, new Date(`${day}T12:00:00Z`));

const handIn = async (kind: 'SUBMIT_CERTIFICATE' | 'REPLACE_CERTIFICATE', number: string) =>
  move(server, scene.owner.cookie, id, {
    move: kind,
    certificateNumber: number,
    certificateUrl: await uploadDocument(server, scene.owner.cookie, pdf()),
  });

/** The token of the newest link in the mail to the resort. */
async function newestToken(): Promise<string> {
  const { text } = await server.prisma.outgoingMail.findFirstOrThrow({
    where: { template: 'certificateAsked', toAddress: resortMail },
    orderBy: { id: 'desc' },
  });
  const [, token = ''] = /certificate\?token=([\w-]+)/.exec(text) ?? [];
  return token;
}

const askedQuery = graphql(`
  query CertificateToConfirm($token: String!) {
    certificateToConfirm(token: $token) {
      resortName
      guest
      number
    }
  }
`);

const answerMutation = graphql(`
  mutation AnswerCertificate($input: AnswerCertificateInput!) {
    answerCertificate(input: $input) {
      __typename
      ... on Error {
        message
      }
    }
  }
`);

const asked = async (token: string) =>
  (await server.graphql(askedQuery, { token })).data?.certificateToConfirm;

const answer = async (token: string, isBooked: boolean, words: string | null = null) =>
  (await server.graphql(answerMutation, { input: { token, isBooked, words } })).data
    ?.answerCertificate;

const gone = {
  __typename: 'InvalidInputError',
  message: 'This link was used already, or a newer one was sent',
};

it('a certificate after the stay is refused, and frees no money', async () => {
  await atNoon(addDays(scene.checkOut, 6));
  expect(await handIn('SUBMIT_CERTIFICATE', 'GC 1')).toMatchObject({ __typename: 'ConflictError' });
  await keepDeadlines(server.deps);
  expect(await stored()).toMatchObject({ status: 'confirmed', releasedAt: null });
  expect(
    await move(server, scene.traveler.cookie, id, { move: 'DISPUTE', reason: 'No room.' }),
  ).toMatchObject({ booking: { status: 'DISPUTED' } });
});

it('a certificate that nobody has confirmed lets nobody in, and the stay ends three days before', async () => {
  await handIn('SUBMIT_CERTIFICATE', 'GC 1');
  expect(await stored()).toMatchObject({ status: 'confirmed', certificateNumber: 'GC 1' });
  for (const days of [-14, -10, -3]) {
    await atNoon(addDays(scene.checkIn, days));
    await keepDeadlines(server.deps);
  }
  const { totalPriceCents } = await stored();
  expect(await stored()).toMatchObject({
    status: 'cancelled',
    endedBy: 'clock',
    refundCents: totalPriceCents,
  });
});

it('after an outage until two days before check-in, the owner has a day before the stay ends', async () => {
  await atNoon(addDays(scene.checkIn, -2));
  await keepDeadlines(server.deps);
  expect(await stored()).toMatchObject({ status: 'confirmed' });
  await atNoon(addDays(scene.checkIn, -1));
  await keepDeadlines(server.deps);
  expect(await stored()).toMatchObject({ status: 'cancelled' });
});

describe('The link to the resort', () => {
  beforeEach(() => handIn('SUBMIT_CERTIFICATE', 'GC 4711'));

  it('shows who is asked for, confirms the certificate, and works once', async () => {
    const token = await newestToken();
    expect(await asked(token)).toEqual({
      resortName: 'Harbour House',
      guest: 'Ines Duarte',
      number: 'GC 4711',
    });
    expect(await answer(token, true)).toEqual({ __typename: 'AnswerCertificatePayload' });
    expect(await stored()).toMatchObject({ status: 'certified', certificateLinkHash: null });
    expect(
      await server.prisma.bookingEvent.findFirst({ where: { bookingId: id, move: 'certify' } }),
    ).toMatchObject({ party: 'resort', actorId: null });
    expect(await answer(token, true)).toEqual(gone);
    expect(await asked(token)).toBeNull();
  });

  it('refuses it with words for the owner, who hands in another one', async () => {
    const token = await newestToken();
    expect(await answer(token, false, ' ')).toMatchObject({ __typename: 'InvalidInputError' });
    await answer(token, false, 'We have no such number.');
    expect(await stored()).toMatchObject({ status: 'confirmed', certificateNumber: null });
    const { text } = await server.prisma.outgoingMail.findFirstOrThrow({
      where: {
        toAddress: scene.owner.user.email,
        subject: { startsWith: 'Your guest certificate was refused' },
      },
    });
    expect(text).toContain('We have no such number.');
    expect(await handIn('SUBMIT_CERTIFICATE', 'GC 4712')).toMatchObject({
      booking: { status: 'CONFIRMED' },
    });
    expect(await answer(token, true)).toEqual(gone);
    expect(await answer(await newestToken(), true)).toMatchObject({
      __typename: 'AnswerCertificatePayload',
    });
  });

  it('is void once another certificate takes the place', async () => {
    const token = await newestToken();
    await handIn('REPLACE_CERTIFICATE', 'GC 4712');
    expect(await answer(token, true)).toEqual(gone);
    expect(await asked(await newestToken())).toMatchObject({ number: 'GC 4712' });
  });

  it('ends on the day of check-in', async () => {
    const token = await newestToken();
    await atNoon(scene.checkIn);
    expect(await answer(token, true)).toEqual(gone);
  });

  it('is answered by one of two who answer at once', async () => {
    const token = await newestToken();
    const answers = await Promise.all([answer(token, true), answer(token, false, 'No.')]);
    expect(answers.map((one) => one?.__typename).sort()).toEqual([
      'AnswerCertificatePayload',
      'InvalidInputError',
    ]);
  });
});

it('a confirmed certificate that is replaced has to be confirmed again, and the stay is kept', async () => {
  await certify(server, scene.owner.cookie, id);
  await atNoon(addDays(scene.checkIn, -2));
  await handIn('REPLACE_CERTIFICATE', 'GC 2');
  await keepDeadlines(server.deps);
  await atNoon(scene.checkIn);
  await keepDeadlines(server.deps);
  expect(await stored()).toMatchObject({ status: 'confirmed', certificateNumber: 'GC 2' });
  expect(await confirmCertificate(server, id)).toMatchObject({ booking: { status: 'CERTIFIED' } });
  await keepDeadlines(server.deps);
  expect(await stored()).toMatchObject({ status: 'checked_in' });
});

it('a stay sooner than the lead time of the resort can only be requested', async () => {
  const days = (lead: number) => ({ certificateLeadDays: lead, name: `Harbour ${lead}` });
  for (const [lead, isInstant] of [
    [40, true],
    [41, false],
  ] as const) {
    const { id: resortId } = await createResort(server, days(lead));
    const near = await makeScene(server, { isInstant: true, resortId });
    const { databaseId } = await held(server, near);
    expect(
      await server.prisma.booking.findUniqueOrThrow({ where: { id: databaseId } }),
    ).toMatchObject({ isInstant, certificateLeadDays: lead });
    const quote = await server.send(
      `/api/listings/${near.listing.id}/quote?checkIn=${near.checkIn}&checkOut=${near.checkOut}`,
      {},
    );
    expect(quote.status === 200 ? JSON.parse(quote.text) : { isInstant }).toMatchObject({
      isInstant,
    });
  }
});

it('a stay that is booked late has its certificate within 48 hours, and a last call after 24', async () => {
  const { id: resortId } = await createResort(server, { certificateLeadDays: 1 });
  const checkIn = addDays(isoDay(time.clock()), 6);
  const late = await makeScene(server, {
    isInstant: true,
    resortId,
    availableFrom: new Date(checkIn),
    availableTo: new Date(addDays(checkIn, 7)),
  });
  scene = { ...late, checkIn, checkOut: addDays(checkIn, 7) };
  id = await booked(server, scene);
  const made = async () =>
    (await server.prisma.bookingEvent.findMany({ where: { bookingId: id } })).map(
      (event) => event.move,
    );
  await keepDeadlines(server.deps);
  expect(await made()).not.toContain('escalate');
  const confirmed = time.clock().getTime();
  await time.moveTo(server, new Date(confirmed + 24 * 3_600_000));
  await keepDeadlines(server.deps);
  expect(await made()).toContain('escalate');
  await atNoon(addDays(checkIn, -3));
  await keepDeadlines(server.deps);
  expect(await stored()).toMatchObject({ status: 'cancelled' });
});
