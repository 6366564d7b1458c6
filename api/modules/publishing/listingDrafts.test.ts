import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createResort, globalId, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

graphql(`
  fragment Draft on ListingDraft {
    resort {
      id
      name
    }
    title
    pricePerNight
    availableFrom
    isForSale
    salePrice
    resaleRestrictions
    version
    updatedAt
  }
`);

const listingDraftQuery = graphql(`
  query ListingDraft {
    viewer {
      listingDraft {
        ...Draft
      }
    }
  }
`);

const saveListingDraftMutation = graphql(`
  mutation SaveListingDraft($input: SaveListingDraftInput!) {
    saveListingDraft(input: $input) {
      __typename
      ... on SaveListingDraftPayload {
        draft {
          ...Draft
        }
        viewer {
          listingDraft {
            version
          }
        }
      }
      ...Refusal
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

const discardListingDraftMutation = graphql(`
  mutation DiscardListingDraft {
    discardListingDraft {
      __typename
      ... on DiscardListingDraftPayload {
        discarded
        viewer {
          listingDraft {
            version
          }
        }
      }
    }
  }
`);

let server: TestServer;
let owner: Awaited<ReturnType<typeof signedInUser>>;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  owner = await signedInUser(server);
});

afterAll(() => server.close());

const save = async (input: object, cookie = owner.cookie) =>
  (await server.graphql(saveListingDraftMutation, { input: { version: 0, ...input } }, { cookie }))
    .data?.saveListingDraft;

const read = async (cookie: string | undefined = owner.cookie) =>
  (await server.graphql(listingDraftQuery, {}, { cookie })).data?.viewer?.listingDraft;

const conflict = {
  __typename: 'ConflictError',
  fieldErrors: [
    { field: 'version', message: 'Your draft was changed in another window. Load it again' },
  ],
};

describe('a listing draft', () => {
  it('keeps unfinished input, with the resort', async () => {
    const resort = await createResort(server, { name: 'Palm Bay' });
    expect(await read()).toBeNull();
    const typed = {
      title: '  A wee',
      pricePerNight: '1x',
      availableFrom: '2027-',
      isForSale: true,
    };
    const saved = await save({ ...typed, resortId: globalId('Resort', resort.id) });
    const kept = { ...typed, salePrice: null, version: 1, resort: { name: 'Palm Bay' } };
    expect(saved).toMatchObject({ draft: kept, viewer: { listingDraft: { version: 1 } } });
    expect(await read()).toMatchObject(kept);
  });

  it('is replaced as a whole by the next save', async () => {
    await save({ title: 'One', salePrice: '9000', isForSale: true });
    expect(await save({ version: 1, title: 'Two', isForSale: false })).toMatchObject({
      draft: { title: 'Two', salePrice: null, isForSale: false, resort: null, version: 2 },
    });
  });

  it('is not overwritten by a window with an older version', async () => {
    await save({ title: 'Here' });
    expect(await save({ title: 'There' })).toMatchObject(conflict);
    await save({ version: 1, title: 'Here again' });
    expect(await save({ version: 1, title: 'There' })).toMatchObject(conflict);
    expect(await read()).toMatchObject({ title: 'Here again', version: 2 });
  });

  it('is saved by only one of 20 concurrent windows', async () => {
    const at = async (version: number) => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => save({ version, title: `Window ${index}` })),
      );
      return answers.filter((answer) => answer?.__typename === 'SaveListingDraftPayload').length;
    };
    expect(await at(0)).toBe(1);
    expect(await at(1)).toBe(1);
    expect(await read()).toMatchObject({ version: 2 });
  });

  it('stays discarded when another window saves its version', async () => {
    await save({ title: 'Gone' });
    const discard = () => server.graphql(discardListingDraftMutation, {}, { cookie: owner.cookie });
    expect((await discard()).data?.discardListingDraft).toEqual({
      __typename: 'DiscardListingDraftPayload',
      discarded: true,
      viewer: { listingDraft: null },
    });
    expect((await discard()).data?.discardListingDraft).toMatchObject({ discarded: false });
    expect(await save({ version: 1, title: 'Gone' })).toMatchObject(conflict);
    expect(await read()).toBeNull();
  });

  it('is visible to its owner only', async () => {
    await save({ title: 'Mine' });
    const other = await signedInUser(server);
    expect(await read(other.cookie)).toBeNull();
    expect((await server.graphql(listingDraftQuery, {})).data?.viewer).toBeNull();
    const admin = await signedInUser(server, { role: 'admin' });
    const answer = await server.graphqlText<{ node: { listingDraft: unknown } | null }>(
      'query ($id: ID!) { node(id: $id) { ... on User { listingDraft { title } } } }',
      { id: globalId('User', owner.user.id) },
      { cookie: admin.cookie },
    );
    expect(answer.data?.node?.listingDraft).toBeNull();
    expect(answer.errors[0]?.extensions?.code).toBe('FORBIDDEN');
  });

  it.each([
    [{ title: 'x'.repeat(201) }, 'title', 'Title may have at most 200 characters'],
    [
      { resaleRestrictions: 'x'.repeat(3_001) },
      'resaleRestrictions',
      'Resale restrictions may have at most 3,000 characters',
    ],
    [{ version: -1 }, 'version', 'Version must be 0 or more'],
    [
      { resortId: globalId('Resort', '01939f3c-0000-7000-8000-000000000000') },
      'resortId',
      'Resort not found',
    ],
    [{ title: 'a\u0000b' }, 'title', 'title has a character that is not allowed'],
  ])('refuses %j', async (input, field, message) => {
    expect(await save(input)).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field, message }],
    });
    expect(await read()).toBeNull();
  });

  it('is read without fields that are no longer known', async () => {
    await server.prisma.listingDraft.create({
      data: { ownerId: owner.user.id, content: { title: 'Kept', colour: 'blue' } },
    });
    expect(await read()).toMatchObject({ title: 'Kept' });
  });
});
