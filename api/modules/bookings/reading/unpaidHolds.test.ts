import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { addDays } from '#common/days.ts';
import { createListing, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { booked, held, hold, makeScene, move, movableClock, type Scene } from '../testing/flow.ts';

const time = movableClock();
let server: TestServer;
let limited: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  limited = await startTestServer({ rateLimits: true });
});

afterAll(async () => {
  await server.close();
  await limited.close();
});

const ownQuery = graphql(`
  query UnpaidHoldsOfOwner {
    viewer {
      unpaidHolds {
        bookingId
        travelerId
        travelerName
        weekTitle
        checkIn
        checkOut
        heldUntil
        isOpen
        times
      }
    }
  }
`);

const teamQuery = graphql(`
  query UnpaidHoldsOfTeam {
    unpaidHolds {
      bookingId
      travelerId
      travelerName
      isOpen
      times
    }
  }
`);

const ofOwner = async ({ owner }: Scene) =>
  (await server.graphql(ownQuery, {}, { cookie: owner.cookie })).data?.viewer?.unpaidHolds;

const ofTeam = async (travelerId: string) => {
  const { cookie } = await signedInUser(server, { role: 'admin' });
  const { data } = await server.graphql(teamQuery, {}, { cookie });
  return data?.unpaidHolds?.filter((each) => each.travelerId === travelerId);
};

const later = (minutes: number) =>
  time.moveTo(server, new Date(time.clock().getTime() + minutes * 60_000));

describe('A hold without payment', () => {
  it('is shown to the owner of the week and to the team, open and afterwards', async () => {
    const scene = await makeScene(server, { title: 'Ocean view' });
    const { checkIn, checkOut, traveler } = scene;
    await server.prisma.user.update({
      where: { id: traveler.user.id },
      data: { firstName: 'Ines', lastName: 'ines@duarte.example' },
    });
    const { databaseId } = await held(server, scene);
    const shown = {
      checkIn,
      checkOut,
      bookingId: databaseId,
      travelerId: null,
      travelerName: 'Ines [hidden]',
      weekTitle: 'Ocean view',
      heldUntil: new Date(time.clock().getTime() + 15 * 60_000).toISOString(),
      times: 1,
    };
    expect(await ofOwner(scene)).toEqual([{ ...shown, isOpen: true }]);
    const team = {
      bookingId: databaseId,
      travelerId: traveler.user.id,
      travelerName: 'Ines ines@duarte.example',
      times: 1,
    };
    expect(await ofTeam(traveler.user.id)).toEqual([{ ...team, isOpen: true }]);
    await later(16);
    expect(await ofOwner(scene)).toEqual([{ ...shown, isOpen: false }]);
    await server.runJobs();
    expect(await ofOwner(scene)).toEqual([{ ...shown, isOpen: false }]);
    expect(await ofTeam(traveler.user.id)).toEqual([{ ...team, isOpen: false }]);
  });

  it('is counted by traveler, once for all nights that replaced each other', async () => {
    const scene = await makeScene(server, { minNights: 1 });
    const [first, second, third] = [0, 2, 4].map((from) => ({
      checkIn: addDays(scene.checkIn, from),
      checkOut: addDays(scene.checkIn, from + 2),
    }));
    await held(server, { ...scene, ...first });
    await later(1);
    await held(server, { ...scene, ...second });
    await held(server, { ...scene, ...second, checkOut: addDays(scene.checkIn, 5) });
    const other = await signedInUser(server);
    const { databaseId: id } = await held(server, {
      ...scene,
      ...third,
      checkIn: addDays(scene.checkIn, 5),
      traveler: other,
    });
    await move(server, other.cookie, id, { move: 'ABANDON' });
    const found = await ofOwner(scene);
    expect(found?.map(({ isOpen, times }) => ({ isOpen, times }))).toEqual([
      { isOpen: false, times: 1 },
      { isOpen: true, times: 2 },
      { isOpen: true, times: 2 },
    ]);
    expect(found?.[1]?.checkOut).toBe(addDays(scene.checkIn, 5));
  });

  it('is none once it was paid, and none of another owner or of long ago', async () => {
    const scene = await makeScene(server);
    await booked(server, scene);
    expect(await ofOwner(scene)).toEqual([]);
    const another = await makeScene(server);
    await held(server, another);
    expect(await ofOwner(scene)).toEqual([]);
    await server.prisma.booking.updateMany({
      where: { ownerId: another.owner.user.id },
      data: { createdAt: new Date(time.clock().getTime() - 31 * 86_400_000) },
    });
    expect(await ofOwner(another)).toEqual([]);
  });
});

describe('Holds from an IP address', () => {
  const holdsOf = async (scenes: Scene[]) => {
    const results = await Promise.all(scenes.map((scene) => hold(limited, scene)));
    const stored = await limited.prisma.booking.count({
      where: { listingId: { in: scenes.map(({ listing }) => listing.id) } },
    });
    return { names: results.map((result) => result?.__typename).toSorted(), stored };
  };

  it('are limited by owner, also for many accounts at once', async () => {
    const scene = await makeScene(limited);
    const scenes = await Promise.all(
      Array.from({ length: 8 }, async () => ({
        ...scene,
        traveler: await signedInUser(limited),
        listing: await createListing(limited, {
          resortId: scene.listing.resortId,
          ownerId: scene.owner.user.id,
          availableFrom: scene.listing.availableFrom,
          availableTo: scene.listing.availableTo,
        }),
      })),
    );
    expect(await holdsOf(scenes)).toEqual({
      names: [...Array<string>(6).fill('HoldStayPayload'), 'RateLimitedError', 'RateLimitedError'],
      stored: 6,
    });
    // The weeks of another owner can be held from there.
    expect(await holdsOf([await makeScene(limited)])).toEqual({
      names: ['HoldStayPayload'],
      stored: 1,
    });
  });

  it('are limited in all, also for many accounts and owners at once', async () => {
    await limited.deps.rateLimits.forgive('holdByAddress', '127.0.0.1');
    await limited.deps.rateLimits.spend('holdByAddress', '127.0.0.1', 27);
    const scenes = await Promise.all(Array.from({ length: 5 }, () => makeScene(limited)));
    expect(await holdsOf(scenes)).toEqual({
      names: [...Array<string>(3).fill('HoldStayPayload'), 'RateLimitedError', 'RateLimitedError'],
      stored: 3,
    });
  });
});
