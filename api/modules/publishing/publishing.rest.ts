import { z } from 'zod';
import {
  CancellationPolicy,
  ContractVerificationStatus,
  EscrowStatus,
  FeePayer,
  Kitchen,
  ListingOwnership,
  ListingTenure,
  ListingUse,
  Weekday,
  type Listing,
} from '#api/generated/prisma/client.ts';
import { fieldsOf } from '#api/rest/jsonBody.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { shortestStayOf } from '../listings/listings.ts';
import { createListing } from './createListing.ts';
import { isoDay } from '#common/days.ts';

const saleFactNames = ['ownership', 'use', 'maintenanceFee', 'yearlyPoints'];

/** What a caller may say about what is sold. */
const facts = {
  ownership: z.enum(ListingOwnership),
  season: z.string(),
  weekNumber: z.int().describe('By the rule of the resort; has to fit `availableFrom`.'),
  checkInDay: z.enum(Weekday),
  unitType: z.string(),
  bedrooms: z.int(),
  beds: z.int(),
  bathrooms: z.number().describe('In halves.'),
  kitchen: z.enum(Kitchen),
  checkInTime: z.string().describe('Such as `16:00`.'),
  view: z.string(),
  use: z.enum(ListingUse),
  yearlyPoints: z.int(),
  tenure: z.enum(ListingTenure),
  maintenanceFee: z.number().describe('US dollars a year.'),
  nextFeePaidBy: z.enum(FeePayer),
  rightOfFirstRefusal: z.boolean(),
  resaleRestrictions: z.string(),
};

const terms = {
  reference: z.string().describe('Your own id of the week: 1 to 100 visible ASCII characters.'),
  cleaningFee: z.number().describe('US dollars, once per stay.'),
  isInstant: z.boolean().describe('Whether paying confirms a stay.'),
  cancellationPolicy: z.enum(CancellationPolicy),
  minNights: z.int().describe('The fewest nights that guests may book.'),
  isWholeOnly: z.boolean().describe('Whether guests can only book all nights together.'),
  isForSale: z.boolean(),
  salePrice: z.number().describe('US dollars.'),
};

const week = {
  resortId: z.string(),
  title: z.string(),
  description: z.string(),
  pricePerNight: z.number().describe('US dollars, with at most two decimals.'),
  maxGuests: z.int(),
  availableFrom: z.iso.date(),
  availableTo: z.iso.date(),
};

const listingBody = z.object({
  ...week,
  ...z
    .object({
      ...terms,
      ...facts,
      firstUseYear: z.int(),
      contractDocumentUrl: z.string().describe('Of an upload that proves the ownership.'),
    })
    .partial().shape,
});

const { shape: nullableFacts } = z.object(
  Object.fromEntries(Object.entries(facts).map(([name, type]) => [name, type.nullable()])),
);

const listingAnswer = z.strictObject({
  id: z.uuid(),
  ownerId: z.uuid(),
  ...week,
  ...terms,
  ...nullableFacts,
  reference: terms.reference.nullable(),
  salePrice: terms.salePrice.nullable(),
  isActive: z.boolean(),
  contractVerificationStatus: z.enum(ContractVerificationStatus),
  escrowStatus: z.enum(EscrowStatus),
  ownershipVerified: z.boolean(),
  escrowAccountId: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

export const listingRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/api/listings',
    access: 'signedIn',
    scope: 'listings:write',
    about: {
      summary:
        'Lists a week of the account. Others see it once the ownership is verified. With the header Idempotency-Key, repeating a call makes one listing.',
      body: listingBody,
      answer: listingAnswer,
      status: 201,
    },
    handle: async (context, { body, headers }) => {
      const fields = fieldsOf(body);
      const { pricePerNight, cleaningFee, salePrice, maintenanceFee, ...given } = fields;
      const input = {
        ...given,
        pricePerNightCents: toCents(pricePerNight),
        cleaningFeeCents: toCents(cleaningFee),
        salePriceCents: toCents(salePrice),
        maintenanceFeeCents: toCents(maintenanceFee),
        idempotencyKey: headers['idempotency-key'] ?? given['idempotencyKey'],
      };
      // The payload of SPEC section 3 has no facts; a caller that states any fact must state all.
      const statesFacts = saleFactNames.some((name) => name in fields);
      const saleFacts = statesFacts ? 'required' : 'optional';
      const account = await context.account();
      const listing = await createListing(context.deps, account, input, saleFacts);
      return { status: 201, body: listingJson(listing) };
    },
  },
];

/** Converts dollars to cents. Leaves invalid values unchanged, for validation to reject. */
function toCents(dollars: unknown): unknown {
  if (typeof dollars !== 'number') {
    return dollars;
  }
  const cents = Math.round(dollars * 100);
  return Math.abs(cents - dollars * 100) < 1e-6 ? cents : dollars * 100;
}

const inDollars = (cents: number | null): number | null => (cents === null ? null : cents / 100);

function listingJson(listing: Listing) {
  return {
    id: listing.id,
    reference: listing.ownerReference,
    resortId: listing.resortId,
    ownerId: listing.ownerId,
    title: listing.title,
    description: listing.description,
    pricePerNight: listing.pricePerNightCents / 100,
    cleaningFee: listing.cleaningFeeCents / 100,
    isInstant: listing.isInstant,
    cancellationPolicy: listing.cancellationPolicy,
    availableFrom: isoDay(listing.availableFrom),
    availableTo: isoDay(listing.availableTo),
    minNights: shortestStayOf(listing),
    isWholeOnly: listing.minNights === null,
    maxGuests: listing.maxGuests,
    isActive: listing.isActive,
    contractVerificationStatus: listing.contractVerificationStatus,
    escrowStatus: listing.escrowStatus,
    ownershipVerified: listing.ownershipVerified,
    escrowAccountId: listing.escrowAccountId,
    isForSale: listing.isForSale,
    salePrice: inDollars(listing.salePriceCents),
    ownership: listing.ownership,
    season: listing.season,
    weekNumber: listing.weekNumber,
    checkInDay: listing.checkInDay,
    unitType: listing.unitType,
    bedrooms: listing.bedrooms,
    beds: listing.beds,
    bathrooms: listing.bathrooms,
    kitchen: listing.kitchen,
    checkInTime: listing.checkInTime,
    view: listing.view,
    use: listing.use,
    yearlyPoints: listing.yearlyPoints,
    tenure: listing.tenure,
    maintenanceFee: inDollars(listing.maintenanceFeeCents),
    nextFeePaidBy: listing.nextFeePaidBy,
    rightOfFirstRefusal: listing.rightOfFirstRefusal,
    resaleRestrictions: listing.resaleRestrictions,
    createdAt: listing.createdAt,
  };
}
