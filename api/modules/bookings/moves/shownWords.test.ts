import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { cardToken, held, makeScene, move, type Scene } from '../testing/flow.ts';
import { payBookingMutation } from '../testing/operations.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = (await signedInUser(server, { role: 'admin' })).cookie;
});

afterAll(() => server.close());

const wordsQuery = graphql(`
  query WordsOfBooking($id: ID!) {
    booking(id: $id) {
      guestName
      guestNames
      message
      messageHidesContacts
      events {
        note
        hidesContacts
      }
    }
  }
`);

const said =
  'Call 808-555-1234, write to tara@example.com, or see www.tara.example. 12 Palm Street';
const masked = 'Call [hidden], write to [hidden], or see [hidden]. [hidden]';

/** A booking whose traveler has written every kind of contact detail wherever they could. */
async function bookedWithContacts(scene: Scene): Promise<string> {
  const { databaseId: bookingId, version } = await held(server, scene);
  const { cookie } = scene.traveler;
  const input = {
    bookingId,
    version,
    guestNames: ['Tara 808 555 1234', 'Tom Duarte'],
    message: said,
    method: await cardToken(server),
  };
  const { data } = await server.graphql(payBookingMutation, { input }, { cookie });
  expect(data?.payBooking?.__typename).toBe('PayBookingPayload');
  return bookingId;
}

async function read(id: string, cookie: string) {
  const { data } = await server.graphql(wordsQuery, { id }, { cookie });
  if (!data?.booking) throw new Error('The booking can not be read');
  const { events, ...booking } = data.booking;
  return { ...booking, notes: events.flatMap((each) => (each.note === null ? [] : [each])) };
}

const mailTo = async (address: string) =>
  (
    await server.prisma.outgoingMail.findMany({
      where: { toAddress: address },
      orderBy: { id: 'asc' },
    })
  ).at(-1)?.text;

describe('Contact details', () => {
  it('in the message and the names reach the owner once the booking is confirmed', async () => {
    const scene = await makeScene(server);
    await server.prisma.user.update({
      where: { id: scene.traveler.user.id },
      data: { firstName: 'tara@example.com' },
    });
    const id = await bookedWithContacts(scene);
    const names = ['Tara 808 555 1234', 'Tom Duarte'];
    expect(await read(id, scene.owner.cookie)).toMatchObject({
      guestName: expect.stringMatching(/^\[hidden\] /),
      guestNames: ['Tara [hidden]', 'Tom Duarte'],
      message: masked,
    });
    expect(await mailTo(scene.owner.user.email)).not.toContain('tara@example.com');
    // Whoever wrote it reads it all, and is told that the other side doesn't.
    for (const cookie of [scene.traveler.cookie, admin]) {
      expect(await read(id, cookie)).toMatchObject({
        guestNames: names,
        message: said,
        messageHidesContacts: true,
      });
    }
    await move(server, scene.owner.cookie, id, { move: 'ACCEPT' });
    expect(await read(id, scene.owner.cookie)).toMatchObject({
      guestName: expect.stringMatching(/^tara@example\.com /),
      guestNames: names,
      message: said,
      messageHidesContacts: false,
    });
    expect(await mailTo(scene.owner.user.email)).toContain('tara@example.com');
  });

  it('in the reason of the owner are hidden from the traveler, and from their mail', async () => {
    const scene = await makeScene(server);
    const id = await bookedWithContacts(scene);
    await move(server, scene.owner.cookie, id, { move: 'DECLINE', reason: said });
    const hidden = { note: masked, hidesContacts: true };
    const whole = { note: said, hidesContacts: true };
    expect((await read(id, scene.traveler.cookie)).notes).toEqual([hidden]);
    expect((await read(id, scene.owner.cookie)).notes).toEqual([whole]);
    expect((await read(id, admin)).notes).toEqual([whole]);
    const mail = await mailTo(scene.traveler.user.email);
    expect(mail).toContain('Call [hidden]');
    expect(mail).not.toContain('tara@example.com');
  });

  it('in the reason of the traveler are hidden from the owner, and from their mail', async () => {
    const scene = await makeScene(server);
    const id = await bookedWithContacts(scene);
    await move(server, scene.traveler.cookie, id, { move: 'WITHDRAW', reason: said });
    expect((await read(id, scene.owner.cookie)).notes).toEqual([
      { note: masked, hidesContacts: true },
    ]);
    expect((await read(id, scene.traveler.cookie)).notes[0]?.note).toBe(said);
    expect(await mailTo(scene.owner.user.email)).not.toContain('808-555-1234');
  });

  it('in a reason are shown once the booking is confirmed, and hidden again if it is cancelled', async () => {
    const scene = await makeScene(server);
    const id = await bookedWithContacts(scene);
    await move(server, scene.owner.cookie, id, { move: 'ACCEPT', reason: said });
    expect((await read(id, scene.traveler.cookie)).notes).toEqual([
      { note: said, hidesContacts: false },
    ]);
    await move(server, scene.owner.cookie, id, { move: 'CANCEL_BY_OWNER', reason: said });
    const hidden = { note: masked, hidesContacts: true };
    expect((await read(id, scene.traveler.cookie)).notes).toEqual([hidden, hidden]);
  });

  it('of the team are shown to both sides', async () => {
    const scene = await makeScene(server);
    const id = await bookedWithContacts(scene);
    await move(server, admin, id, { move: 'DECLINE', reason: said });
    for (const { cookie } of [scene.traveler, scene.owner]) {
      expect((await read(id, cookie)).notes).toEqual([{ note: said, hidesContacts: false }]);
    }
    expect(await mailTo(scene.traveler.user.email)).toContain('808-555-1234');
  });
});
