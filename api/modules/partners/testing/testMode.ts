import { expect } from 'vitest';
import type { OpenSandbox } from '#api/context/sandboxes.ts';
import { addDays } from '#common/days.ts';
import { listingDetails, saturdayAhead } from '#api/testing/listings.ts';
import type { TestServer } from '#api/testing/testServer.ts';
import type { createOrganization } from './partner.ts';

interface Bearer {
  headers: { authorization: string };
}

/** Opens the sandbox of an organization as a request with a test token does. */
export const openSandbox = (
  { deps }: Pick<TestServer, 'deps'>,
  { id, status, account }: Awaited<ReturnType<typeof createOrganization>>,
): Promise<OpenSandbox> =>
  deps.sandboxes.open({
    account,
    organizationId: id,
    isApproved: status === 'approved',
    address: '127.0.0.1',
  });

/** Puts a week on offer in the sandbox of a test token. @returns the global id of the listing */
export async function listTestWeek(
  server: Pick<TestServer, 'graphqlText'>,
  bearer: Bearer,
  { resortId, title }: { resortId: string; title: string },
): Promise<string> {
  const made = await server.graphqlText<{
    createListing: { __typename: string; listing: { id: string } };
  }>(
    `mutation MakeTestListing($input: CreateListingInput!) { createListing(input: $input) {
       __typename ... on Error { message } ... on CreateListingPayload { listing { id } } } }`,
    { input: { details: listingDetails(resortId, { title }) } },
    bearer,
  );
  expect(made.data?.createListing).toMatchObject({ __typename: 'CreateListingPayload' });
  const id = made.data?.createListing.listing.id ?? '';
  const verified = await server.graphqlText<{ verifyTestListing: { __typename: string } }>(
    `mutation Verify($id: ID!) { verifyTestListing(listingId: $id) {
       __typename ... on Error { message } ... on VerifyTestListingPayload { listing { id } } } }`,
    { id },
    bearer,
  );
  expect(verified.data?.verifyTestListing).toMatchObject({
    __typename: 'VerifyTestListingPayload',
  });
  return id;
}

interface TestBooking {
  createTestBooking: {
    __typename: string;
    message?: string;
    booking: { databaseId: string; status: string; version: number };
  };
}

/** The test traveler books a week of a sandbox. @returns the result, an error included */
export async function bookTestWeek(
  server: Pick<TestServer, 'graphqlText'>,
  bearer: Bearer,
  listingId: string,
  card = '4242424242424242',
): Promise<TestBooking['createTestBooking'] | undefined> {
  const answer = await server.graphqlText<TestBooking>(
    `mutation BookTest($input: CreateTestBookingInput!) { createTestBooking(input: $input) {
       __typename ... on Error { message }
       ... on CreateTestBookingPayload { booking { databaseId status version } } } }`,
    {
      input: {
        listingId,
        checkIn: saturdayAhead(),
        checkOut: addDays(saturdayAhead(), 7),
        guests: 2,
        card,
      },
    },
    bearer,
  );
  expect(answer.errors).toEqual([]);
  return answer.data?.createTestBooking;
}
