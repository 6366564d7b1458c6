import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { PropertyInquiry } from '#api/generated/prisma/client.ts';
import { createListingMutation } from '#api/modules/publishing/testing/operations.ts';
import { createInquiry, createResort, inquiryData, signedInUser } from '#api/testing/factories.ts';
import { listingDetails } from '#api/testing/listings.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { inquiryQuery, turnInquiryIntoDraftMutation } from './admin/testing/operations.ts';

const draftMutation = graphql(`
  mutation DraftSubmittedProperty($input: DraftSubmittedPropertyInput!) {
    draftSubmittedProperty(input: $input) {
      __typename
      ... on DraftSubmittedPropertyPayload {
        inquiry {
          status
          hasDraft
          canBeListed
          listing {
            databaseId
          }
        }
        viewer {
          listingDraft {
            title
            version
          }
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

const ownInquiryQuery = graphql(`
  query OwnInquiry($inquiryId: ID!) {
    viewer {
      inquiry(databaseId: $inquiryId) {
        databaseId
        contactPhone
        additionalDetails
        status
        hasDraft
        canBeListed
        listing {
          title
          status
        }
      }
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

async function submitted(given: Partial<PropertyInquiry> = {}) {
  const { user, cookie } = await signedInUser(server, { firstName: 'Marina', lastName: 'Holt' });
  const inquiry = await createInquiry(server, { ...given, userId: user.id });
  return { inquiry, ownerId: user.id, cookie };
}

type Submitted = Awaited<ReturnType<typeof submitted>>;

const turn = async ({ inquiry, cookie }: Omit<Submitted, 'ownerId'>, draftVersion = 0) =>
  (
    await server.graphql(
      draftMutation,
      { input: { inquiryId: inquiry.id, draftVersion } },
      { cookie },
    )
  ).data?.draftSubmittedProperty;

const own = async ({ inquiry, cookie }: Submitted) =>
  (await server.graphql(ownInquiryQuery, { inquiryId: inquiry.id }, { cookie })).data?.viewer
    ?.inquiry;

const draftOf = (ownerId: string) => server.prisma.listingDraft.findUnique({ where: { ownerId } });

const eventsOf = ({ inquiry }: Submitted) =>
  server.prisma.inquiryEvent.findMany({ where: { inquiryId: inquiry.id } });

const atDesk = async ({ inquiry }: Submitted) => {
  const { cookie } = await signedInUser(server, { role: 'admin' });
  return (await server.graphql(inquiryQuery, { inquiryId: inquiry.id }, { cookie })).data?.inquiry;
};

const list = async ({ cookie }: Submitted, title: string) => {
  const { id } = await createResort(server);
  const input = { details: listingDetails(id, { title }) };
  const { data } = await server.graphql(createListingMutation, { input }, { cookie });
  expect(data?.createListing?.__typename).toBe('CreateListingPayload');
};

const conflict = (message: string) => ({ __typename: 'ConflictError', message });

describe('a member who turns a submitted property into a listing', () => {
  it('gets a draft with what they typed, and the desk sees it', async () => {
    const resort = await createResort(server, { name: `Harbour House ${randomUUID()}` });
    const person = await submitted({ resortName: resort.name });
    expect(await turn(person)).toEqual({
      __typename: 'DraftSubmittedPropertyPayload',
      inquiry: { status: 'CONVERTED', hasDraft: true, canBeListed: true, listing: null },
      viewer: { listingDraft: { title: inquiryData.propertyName, version: 1 } },
    });
    expect(await draftOf(person.ownerId)).toMatchObject({
      resortId: resort.id,
      inquiryId: person.inquiry.id,
      content: { title: inquiryData.propertyName, salePrice: '12500', weekNumber: '27' },
    });
    expect(await eventsOf(person)).toMatchObject([
      { kind: 'draft', status: 'converted', actorId: person.ownerId },
    ]);
    expect(await atDesk(person)).toMatchObject({
      status: 'CONVERTED',
      version: 2,
      hasDraft: true,
      listing: null,
      history: [{ kind: 'DRAFT', actorName: 'Marina Holt' }],
    });
  });

  it('keeps the draft with its changes when they click again', async () => {
    const person = await submitted();
    await turn(person);
    const { ownerId } = person;
    await server.prisma.listingDraft.update({
      where: { ownerId },
      data: { content: { title: 'Edited' }, version: 2 },
    });
    expect(await turn(person)).toMatchObject({
      inquiry: { hasDraft: true },
      viewer: { listingDraft: { title: 'Edited', version: 2 } },
    });
    expect(await eventsOf(person)).toHaveLength(1);
  });

  it('gets one draft from concurrent clicks', async () => {
    const person = await submitted();
    const answers = await Promise.all(Array.from({ length: 5 }, () => turn(person)));
    for (const answer of answers) {
      expect(answer).toMatchObject({ inquiry: { hasDraft: true } });
    }
    expect(await draftOf(person.ownerId)).toMatchObject({ version: 1 });
    expect(await eventsOf(person)).toHaveLength(1);
  });

  it('has a listing from the draft, which both sides see', async () => {
    const person = await submitted();
    await turn(person);
    await list(person, 'Our week, listed');
    const listing = { title: 'Our week, listed', status: 'IN_REVIEW' };
    expect(await own(person)).toEqual({
      databaseId: person.inquiry.id,
      contactPhone: inquiryData.phone,
      additionalDetails: null,
      status: 'CONVERTED',
      hasDraft: false,
      canBeListed: false,
      listing,
    });
    expect(await atDesk(person)).toMatchObject({ hasDraft: false, listing });
    expect(await turn(person)).toMatchObject({ inquiry: { canBeListed: false } });
    expect(await draftOf(person.ownerId)).toBeNull();
  });

  it('keeps it without a listing if the listing came from another draft', async () => {
    const person = await submitted();
    await list(person, 'Another week');
    expect(await own(person)).toMatchObject({ status: 'NEW', canBeListed: true, listing: null });
  });

  it('can begin again after discarding the draft', async () => {
    const person = await submitted();
    await turn(person);
    await server.prisma.listingDraft.delete({ where: { ownerId: person.ownerId } });
    expect(await turn(person)).toMatchObject({ inquiry: { hasDraft: true } });
    expect(await eventsOf(person)).toMatchObject([{ status: 'converted' }, { status: null }]);
  });

  it('replaces another draft only by its version', async () => {
    const person = await submitted();
    const { ownerId } = person;
    await server.prisma.listingDraft.create({ data: { ownerId, version: 3, content: {} } });
    expect(await turn(person)).toEqual(
      conflict('You have begun another listing. Load this page again to see it'),
    );
    expect(await turn(person, 2)).toEqual(
      conflict('Your draft was changed in another window. Load this page again to see it'),
    );
    expect(await draftOf(ownerId)).toMatchObject({ inquiryId: null, version: 3 });
    expect(await eventsOf(person)).toEqual([]);
    expect(await turn(person, 3)).toMatchObject({ viewer: { listingDraft: { version: 4 } } });
    expect(await draftOf(ownerId)).toMatchObject({ inquiryId: person.inquiry.id });
  });

  it('is refused a closed property', async () => {
    const person = await submitted({ status: 'closed' });
    expect(await turn(person)).toEqual(
      conflict('Our team has closed this property. Write to us if you still want to sell it'),
    );
    expect(await draftOf(person.ownerId)).toBeNull();
  });

  it("can neither see nor turn another member's property", async () => {
    const { inquiry } = await submitted();
    for (const role of ['user', 'admin'] as const) {
      const { user, cookie } = await signedInUser(server, { role });
      const stranger = { inquiry, cookie, ownerId: user.id };
      expect(await own(stranger)).toBeNull();
      expect(await turn(stranger)).toEqual({
        __typename: 'NotFoundError',
        message: 'Inquiry not found',
      });
      expect(await draftOf(user.id)).toBeNull();
    }
    expect(await server.prisma.propertyInquiry.findUnique({ where: { id: inquiry.id } })).toEqual(
      inquiry,
    );
  });

  it('must name a version of 0 or more', async () => {
    expect(await turn(await submitted(), -1)).toEqual({
      __typename: 'InvalidInputError',
      message: 'Draft version must be 0 or more',
    });
  });
});

describe('an administrator', () => {
  it('cannot draft a property that its member has listed', async () => {
    const person = await submitted();
    await turn(person);
    await list(person, 'Our week');
    await server.prisma.propertyInquiry.update({
      where: { id: person.inquiry.id },
      data: { status: 'contacted', version: 5 },
    });
    const { cookie } = await signedInUser(server, { role: 'admin' });
    const input = { inquiryId: person.inquiry.id, version: 5, draftVersion: 0 };
    const { data } = await server.graphql(turnInquiryIntoDraftMutation, { input }, { cookie });
    expect(data?.turnInquiryIntoDraft).toEqual(
      conflict('The member has listed this property already'),
    );
  });
});
