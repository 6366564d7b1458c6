import type { Listing } from '#api/generated/prisma/client.ts';
import { fieldsOf } from '#api/rest/jsonBody.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { shortestStayOf } from '../listings/listings.ts';
import { createListing } from './createListing.ts';
import { isoDay } from '#common/days.ts';

const saleFactNames = ['ownership', 'use', 'maintenanceFee', 'yearlyPoints'];

export const listingRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/api/listings',
    access: 'signedIn',
    scope: 'listings:write',
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
