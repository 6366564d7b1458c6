import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { addDays } from '#common/days.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  booked,
  certify,
  held,
  makeScene,
  move,
  movableClock,
  offer,
  type Scene,
} from '../testing/flow.ts';

const waitingQuery = graphql(`
  query WaitingBookings {
    viewer {
      waitingBookings {
        databaseId
        parts
      }
    }
  }
`);

const teamQuery = graphql(`
  query WaitingForTeam {
    adminTasks {
      queue {
        kind
        count {
          value
        }
        dueAt
      }
    }
  }
`);

const teamBookingsQuery = graphql(`
  query BookingsThatAwaitTeam {
    bookings(awaitsTeam: true) {
      edges {
        node {
          databaseId
        }
      }
    }
  }
`);

const time = movableClock();
let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  admin = (await signedInUser(server, { role: 'admin' })).cookie;
});

afterAll(() => server.close());

/** Plain ids of what waits for a person, in order. */
async function waiting({ cookie }: { cookie: string }): Promise<string[] | undefined> {
  const { data } = await server.graphql(waitingQuery, {}, { cookie });
  return data?.viewer?.waitingBookings.map(({ databaseId }) => databaseId);
}

async function team() {
  const { data } = await server.graphql(teamQuery, {}, { cookie: admin });
  const list = await server.graphql(teamBookingsQuery, {}, { cookie: admin });
  return {
    kinds: data?.adminTasks?.queue.map(({ kind }) => kind),
    dueAt: data?.adminTasks?.queue[0]?.dueAt,
    ids: list.data?.bookings?.edges.map(({ node }) => node.databaseId),
  };
}

const daysBefore = (day: string, days: number) =>
  time.moveTo(server, new Date(`${addDays(day, -days)}T12:00:00Z`));

async function ofProvider(given: Partial<Prisma.ListingUncheckedCreateInput>): Promise<Scene> {
  const provider = await server.prisma.inventoryProvider.create({
    data: { name: `Feed ${given.externalId}`, kind: 'csv_feed', address: 'https://x.example' },
  });
  return makeScene(server, { ownerId: null, providerId: provider.id, ...given });
}

describe('What waits for a member', () => {
  it('is a checkout, a request for its owner, and an offer for its traveler', async () => {
    const scene = await makeScene(server, { minNights: 2 });
    const { databaseId } = await held(server, scene);
    expect(await waiting(scene.traveler)).toEqual([databaseId]);
    // A checkout is no concern of the owner.
    expect(await waiting(scene.owner)).toEqual([]);
    const where = { id: databaseId };
    const { heldUntil } = await server.prisma.booking.findUniqueOrThrow({ where });
    await server.prisma.booking.update({ where, data: { heldUntil: time.clock() } });
    expect(await waiting(scene.traveler)).toEqual([]);
    await server.prisma.booking.update({ where, data: { heldUntil } });

    const id = await booked(server, scene);
    expect(await waiting(scene.traveler)).toEqual([]);
    expect(await waiting(scene.owner)).toEqual([id]);
    await offer(server, scene, id);
    expect(await waiting(scene.traveler)).toEqual([id]);
    expect(await waiting(scene.owner)).toEqual([]);
    await move(server, scene.traveler.cookie, id, { move: 'REFUSE_OFFER' });
    expect(await waiting(scene.traveler)).toEqual([]);
    expect(await waiting(scene.owner)).toEqual([]);
    expect(await waiting(await signedInUser(server))).toEqual([]);
  });

  it('is a certificate from 30 days before check-in, for the owner, until it is there', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const id = await booked(server, scene);
    await daysBefore(scene.checkIn, 31);
    expect(await waiting(scene.owner)).toEqual([]);
    await daysBefore(scene.checkIn, 30);
    expect(await waiting(scene.owner)).toEqual([id]);
    expect(await waiting(scene.traveler)).toEqual([]);
    await certify(server, scene.owner.cookie, id);
    expect(await waiting(scene.owner)).toEqual([]);
  });

  it('begins with the most urgent: a problem, an answer within a day, then a certificate', async () => {
    const first = await makeScene(server, { isInstant: true });
    const { owner } = first;
    const certificate = await booked(server, first);
    await daysBefore(first.checkIn, 20);
    const request = await booked(server, await makeScene(server, { ownerId: owner.user.id }));
    expect(await waiting(owner)).toEqual([request, certificate]);
    await server.prisma.booking.update({
      where: { id: certificate },
      data: { status: 'disputed', disputedAt: time.clock() },
    });
    expect(await waiting(owner)).toEqual([certificate, request]);
    expect(await waiting(first.traveler)).toEqual([certificate]);
  });
});

describe('What waits for the team', () => {
  beforeEach(async () => {
    await server.prisma.booking.updateMany({
      where: { status: { in: ['disputed', 'pending', 'confirmed'] } },
      data: { status: 'cancelled', endedBy: 'team' },
    });
    expect(await team()).toMatchObject({ kinds: [], ids: [] });
  });

  it('is a request for a week of a provider, until the team answers it', async () => {
    const scene = await ofProvider({ externalId: 'requested', minNights: 2 });
    const id = await booked(server, scene);
    const { answerBy } = await server.prisma.booking.findUniqueOrThrow({ where: { id } });
    expect(await team()).toEqual({
      kinds: ['REQUEST'],
      dueAt: answerBy?.toISOString(),
      ids: [id],
    });
    await offer(server, scene, id, { cookie: admin });
    expect(await team()).toMatchObject({ kinds: [], ids: [] });
  });

  it('is a certificate: 21 days before check-in of a provider, 10 days before of an owner', async () => {
    const scenes = [
      [21, await ofProvider({ externalId: 'booked' })],
      [10, await makeScene(server, { isInstant: true })],
    ] as const;
    for (const [days, scene] of scenes) {
      const id = await booked(server, scene);
      if (scene.listing.ownerId === null) await move(server, admin, id, { move: 'ACCEPT' });
      const start = time.clock();
      await daysBefore(scene.checkIn, days + 1);
      expect(await team()).toMatchObject({ kinds: [], ids: [] });
      await daysBefore(scene.checkIn, days);
      expect(await team()).toMatchObject({ kinds: ['CERTIFICATE'], ids: [id] });
      expect(Date.parse((await team()).dueAt ?? '')).toBeGreaterThan(
        Date.parse(addDays(scene.checkIn, -1)),
      );
      await certify(server, scene.listing.ownerId === null ? admin : scene.owner.cookie, id, {
        reason: 'The owner sent it by mail',
      });
      expect(await team()).toMatchObject({ kinds: [], ids: [] });
      await time.moveTo(server, start);
    }
  });
});
