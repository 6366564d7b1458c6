import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import {
  createListing,
  createResort,
  createUser,
  cookieOf,
  dayAhead,
  signedInUser,
} from '#api/testing/factories.ts';
import { relistListingMutation, withdrawListingMutation } from '../testing/operations.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const managedListingsQuery = graphql(`
  query ManagedListings(
    $filter: ManagedListingFilter
    $sort: ManagedListingSort!
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    managedListings(
      filter: $filter
      sort: $sort
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount {
        value
        isCapped
      }
      edges {
        node {
          databaseId
          title
          resortName
          ownerName
          providerName
          status
          isOver
          moves
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

const moveListingMutation = graphql(`
  mutation MoveListing($input: MoveListingInput!) {
    moveListing(input: $input) {
      __typename
      ... on MoveListingPayload {
        listing {
          status
          verificationStatus
          moves
          version
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

let server: TestServer;
let cookie: string;
let adminId: string;

beforeAll(async () => {
  server = await startTestServer();
  const admin = await signedInUser(server, { role: 'admin', username: 'desk' });
  ({ cookie } = admin);
  adminId = admin.user.id;
});

afterAll(() => server.close());

type ListVariables = Parameters<typeof server.graphql<unknown, object>>[1];

async function list(variables: ListVariables = {}) {
  const given = { sort: 'NEWEST', ...variables };
  const { data, errors } = await server.graphql(managedListingsQuery, given as never, { cookie });
  expect(errors).toEqual([]);
  const listings = data?.managedListings;
  return {
    nodes: (listings?.edges ?? []).map(({ node }) => node),
    titles: (listings?.edges ?? []).map(({ node }) => node.title),
    count: listings?.totalCount,
    page: listings?.pageInfo,
  };
}

const move = async (
  { id, version = 1 }: { id: string; version?: number },
  name: 'WITHDRAW' | 'RELIST' | 'RETURN_TO_REVIEW' | 'REJECT',
  reason?: string,
  as = cookie,
) =>
  (
    await server.graphql(
      moveListingMutation,
      { input: { listingId: id, version, move: name, reason: reason ?? null } },
      { cookie: as },
    )
  ).data?.moveListing;

const make = async (given: Partial<Prisma.ListingUncheckedCreateInput> = {}) =>
  createListing(server, {
    resortId: given.resortId ?? (await createResort(server)).id,
    ...given,
  });

const stored = (id: string) => server.prisma.listing.findUniqueOrThrow({ where: { id } });

const mailsTo = async (userId: string | null) => {
  const { email } = await server.prisma.user.findUniqueOrThrow({ where: { id: userId ?? '' } });
  return server.prisma.outgoingMail.findMany({ where: { toAddress: email } });
};

const auditOf = (subjectId: string) =>
  server.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });

const eventsOf = (listingId: string) =>
  server.prisma.listingEvent.findMany({ where: { listingId }, orderBy: { number: 'asc' } });

describe('the list of all listings', () => {
  it('finds listings by words of title, resort and owner, or by id', async () => {
    const { id: resortId } = await createResort(server, { name: 'Château Kelp' });
    const { id: ownerId } = await createUser(server, {
      firstName: 'Quentin',
      lastName: 'Ashby',
      email: 'quentin@ashby.example',
    });
    const both = await make({ resortId, ownerId, title: 'Balcony 100%' });
    const atResort = await make({ resortId, title: 'Cellar' });
    const ofOwner = await make({ ownerId, title: 'Attic' });
    for (const search of ['ashby', 'QUENTIN ash', '@ashby.ex']) {
      expect((await list({ filter: { search } })).titles, search).toEqual([
        'Attic',
        'Balcony 100%',
      ]);
    }
    expect((await list({ filter: { search: 'chateau' } })).titles).toEqual([
      'Cellar',
      'Balcony 100%',
    ]);
    expect((await list({ filter: { search: 'kelp ashby' } })).titles).toEqual(['Balcony 100%']);
    expect((await list({ filter: { search: 'balc' } })).titles).toEqual(['Balcony 100%']);
    // LIKE wildcards match literally.
    expect((await list({ filter: { search: '100%' } })).titles).toEqual(['Balcony 100%']);
    expect((await list({ filter: { search: 'b%y' } })).titles).toEqual([]);
    for (const { id, title } of [both, atResort, ofOwner]) {
      expect((await list({ filter: { search: id } })).titles).toEqual([title]);
    }
    expect((await list({ filter: { search: 'zzqqxx' } })).count).toEqual({
      value: 0,
      isCapped: false,
    });
  });

  it('filters by verification, offer, source, sale and whether a listing is active', async () => {
    const { id: resortId } = await createResort(server, { name: 'Narrow Bay' });
    const provider = await server.prisma.inventoryProvider.create({
      data: { name: 'Feed', kind: 'json_feed', address: 'https://a.example' },
    });
    await make({ resortId, title: 'open' });
    await make({ resortId, title: 'pending', contractVerificationStatus: 'pending' });
    await make({ resortId, title: 'rejected', contractVerificationStatus: 'rejected' });
    await make({ resortId, title: 'withdrawn', isActive: false });
    await make({ resortId, title: 'sale', isForSale: true, salePriceCents: 900_000 });
    await make({
      resortId,
      title: 'over',
      availableTo: new Date('2020-01-08'),
      availableFrom: new Date('2020-01-01'),
    });
    const { id: feedId } = await make({ resortId, title: 'feed' });
    await server.prisma.listing.update({
      where: { id: feedId },
      data: { ownerId: null, providerId: provider.id, externalId: 'a' },
    });
    const titles = async (filter: object) =>
      (await list({ filter: { search: 'narrow bay', ...filter } })).titles.sort();
    expect(await titles({ verification: 'PENDING' })).toEqual(['pending']);
    expect(await titles({ verification: 'REJECTED' })).toEqual(['rejected']);
    expect(await titles({ isActive: false })).toEqual(['withdrawn']);
    expect(await titles({ isForSale: true })).toEqual(['sale']);
    expect(await titles({ source: 'PROVIDER' })).toEqual(['feed']);
    expect(await titles({ source: 'MEMBER', offer: 'ON_OFFER' })).toEqual(['open', 'sale']);
    expect(await titles({ offer: 'OVER' })).toEqual(['over']);
    expect(await titles({ offer: 'NOT_ON_OFFER' })).toEqual([
      'over',
      'pending',
      'rejected',
      'withdrawn',
    ]);
    const [feed] = (await list({ filter: { search: feedId } })).nodes;
    expect(feed).toMatchObject({ providerName: 'Feed', ownerName: null, moves: [] });
  });

  it.each(['NEWEST', 'OLDEST', 'PRICE', 'PRICE_DESCENDING', 'DATES', 'DATES_DESCENDING'])(
    'pages by %s forward and backward without gaps',
    async (sort) => {
      const search = `Paged${sort.replace('_', '')}`;
      const { id: resortId } = await createResort(server);
      for (const number of [3, 1, 2, 2, 5]) {
        await make({
          resortId,
          title: search,
          pricePerNightCents: number * 100,
          availableFrom: new Date(dayAhead(30 + number)),
        });
      }
      const all = await list({ filter: { search }, sort, first: 100 });
      const ids = all.nodes.map(({ databaseId }) => databaseId);
      expect(ids).toHaveLength(5);
      expect(all.count).toEqual({ value: 5, isCapped: false });
      const seen: string[] = [];
      let after: string | null | undefined;
      do {
        const page = await list({ filter: { search }, sort, first: 2, after });
        seen.push(...page.nodes.map(({ databaseId }) => databaseId));
        after = page.page?.hasNextPage ? page.page.endCursor : undefined;
      } while (after);
      expect(seen).toEqual(ids);
      const four = await list({ filter: { search }, sort, first: 4 });
      const back = await list({ filter: { search }, sort, last: 2, before: four.page?.endCursor });
      expect(back.nodes.map(({ databaseId }) => databaseId)).toEqual(ids.slice(1, 3));
    },
  );

  it('keeps its order when there are more hits than the count cap', async () => {
    const { id: resortId } = await createResort(server, { name: 'Crowded Cove' });
    const { id: ownerId } = await createUser(server);
    await server.pool.query(
      `INSERT INTO listings (id, resort_id, owner_id, title, description, price_per_night_cents,
                             available_from, available_to, updated_at)
       SELECT gen_random_uuid(), $1, $2, 'Crowd ' || n, 'Two rooms.', 1000 + n, '2199-01-01',
              '2199-01-08', now()
       FROM generate_series(1, 1005) AS n`,
      [resortId, ownerId],
    );
    const variables = { filter: { search: 'crowded' }, sort: 'PRICE', first: 2 };
    const first = await list(variables);
    expect(first.count).toEqual({ value: 1000, isCapped: true });
    expect(first.titles).toEqual(['Crowd 1', 'Crowd 2']);
    const second = await list({ ...variables, after: first.page?.endCursor });
    expect(second.titles).toEqual(['Crowd 3', 'Crowd 4']);
  });
});

describe('moving a listing', () => {
  it('withdraws and relists it, with mail to the owner and audit entries', async () => {
    const listing = await make();
    const withdrawn = await move(listing, 'WITHDRAW', ' Sold meanwhile. ');
    expect(withdrawn).toMatchObject({
      __typename: 'MoveListingPayload',
      listing: { status: 'WITHDRAWN', moves: ['RELIST'] },
    });
    expect((await stored(listing.id)).isActive).toBe(false);
    const { version } = await stored(listing.id);
    const back = await move({ ...listing, version }, 'RELIST');
    expect(back).toMatchObject({
      listing: { status: 'PUBLISHED', moves: ['WITHDRAW', 'RETURN_TO_REVIEW', 'REJECT'] },
    });
    expect(await eventsOf(listing.id)).toMatchObject([
      { kind: 'withdrawn', actorId: adminId, note: 'Sold meanwhile.' },
      { kind: 'relisted', actorId: adminId, note: null },
    ]);
    const mails = await mailsTo(listing.ownerId);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Back on the site: A week by the harbour',
      'Taken off the site: A week by the harbour',
    ]);
    expect(mails.find(({ subject }) => subject.startsWith('Taken'))?.text).toContain(
      'Sold meanwhile.',
    );
    expect(await auditOf(listing.id)).toMatchObject([
      {
        action: 'listing.withdraw',
        actorName: 'desk',
        note: 'Sold meanwhile.',
        before: { isActive: true },
        after: { isActive: false },
      },
      { action: 'listing.relist', note: null },
    ]);
  });

  it('does not let the owner relist what the team withdrew', async () => {
    const listing = await make();
    await move(listing, 'WITHDRAW');
    const owner = await cookieOf(server, { id: listing.ownerId ?? '' });
    const answer = await server.graphql(
      relistListingMutation,
      { input: { listingId: listing.id } },
      { cookie: owner },
    );
    expect(answer.data?.relistListing).toMatchObject({
      __typename: 'ForbiddenError',
      message: 'Our team took this listing off the site. Please write to us',
    });
    expect((await stored(listing.id)).isActive).toBe(false);
  });

  it('does not let the team relist what the owner withdrew', async () => {
    const listing = await make();
    const owner = await cookieOf(server, { id: listing.ownerId ?? '' });
    await server.graphql(
      withdrawListingMutation,
      { input: { listingId: listing.id } },
      { cookie: owner },
    );
    const { version } = await stored(listing.id);
    expect(await move({ ...listing, version }, 'RELIST')).toMatchObject({
      __typename: 'ConflictError',
      message: 'Its owner took this listing off the site, and only they put it back',
    });
    expect((await stored(listing.id)).isActive).toBe(false);
    expect(await auditOf(listing.id)).toEqual([]);
    const [row] = (await list({ filter: { search: listing.id } })).nodes;
    expect(row?.moves).toEqual([]);
  });

  it('returns it to the verification queue, and rejects it with a reason', async () => {
    const listing = await make({ reviewRequestedAt: new Date('2020-01-01') });
    const returned = await move(listing, 'RETURN_TO_REVIEW', 'The deed looks odd.');
    expect(returned).toMatchObject({
      listing: { verificationStatus: 'PENDING', moves: ['WITHDRAW', 'REJECT'] },
    });
    const after = await stored(listing.id);
    expect(after).toMatchObject({
      contractVerificationStatus: 'pending',
      ownershipVerified: false,
    });
    expect(after.reviewRequestedAt.getTime()).toBeGreaterThan(Date.parse('2020-01-01'));
    expect(await move(after, 'REJECT')).toMatchObject({ __typename: 'InvalidInputError' });
    expect(await move(after, 'REJECT', 'It names another resort.')).toMatchObject({
      listing: { status: 'REJECTED', moves: ['WITHDRAW', 'RETURN_TO_REVIEW'] },
    });
    expect((await auditOf(listing.id)).map(({ action }) => action)).toEqual([
      'listing.returnToReview',
      'listing.reject',
    ]);
  });

  it('is refused for another version, an own listing, a member and an unknown id', async () => {
    const listing = await make();
    const outdated = await move({ id: listing.id, version: listing.version + 1 }, 'WITHDRAW');
    expect(outdated?.__typename).toBe('ConflictError');
    const own = await make({ ownerId: adminId });
    for (const name of ['WITHDRAW', 'RETURN_TO_REVIEW', 'REJECT'] as const) {
      expect((await move(own, name, 'Why'))?.__typename, name).toBe('ForbiddenError');
    }
    const member = await signedInUser(server);
    const asMember = await move(listing, 'WITHDRAW', undefined, member.cookie);
    expect(asMember?.__typename).toBe('ForbiddenError');
    expect((await move({ id: 'none' }, 'WITHDRAW'))?.__typename).toBe('NotFoundError');
    for (const { id } of [listing, own]) {
      expect((await stored(id)).isActive).toBe(true);
      expect(await auditOf(id)).toEqual([]);
    }
  });

  it('does not relist a listing whose dates are over', async () => {
    const listing = await make({
      availableFrom: new Date('2020-01-01'),
      availableTo: new Date('2020-01-08'),
    });
    const withdrawn = await move(listing, 'WITHDRAW');
    expect(withdrawn).toMatchObject({ listing: { moves: [] } });
    const { version } = await stored(listing.id);
    expect((await move({ ...listing, version }, 'RELIST'))?.__typename).toBe('InvalidInputError');
  });

  it('succeeds for only one of several concurrent administrators', async () => {
    const listing = await make();
    const answers = await Promise.all(Array.from({ length: 5 }, () => move(listing, 'WITHDRAW')));
    const names = answers.map((answer) => answer?.__typename);
    expect(names.filter((name) => name === 'MoveListingPayload')).toHaveLength(1);
    expect(await auditOf(listing.id)).toHaveLength(1);
    expect(await mailsTo(listing.ownerId)).toHaveLength(1);
  });
});
