import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { expect, it } from 'vitest';
import { listingEventWords } from '#web/listings/ListingTimeline.tsx';
import {
  bookingStatuses,
  escrowStatuses,
  inquiryStatuses,
  listingStatuses,
  organizationStatuses,
} from './statuses.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

it.each([
  ['BookingStatus', bookingStatuses],
  ['OwnListingStatus', listingStatuses],
  ['InquiryStatus', inquiryStatuses],
  ['EscrowStatus', escrowStatuses],
  ['OrganizationStatus', organizationStatuses],
  ['ListingEventKind', listingEventWords],
])("every value of the server's %s has a label", (name, statuses) => {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`${name} is no enum`);
  expect(Object.keys(statuses).sort()).toEqual(
    type
      .getValues()
      .map((value) => value.name)
      .sort(),
  );
});
