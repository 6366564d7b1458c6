import { enumOf } from '#api/graphql/enumOf.ts';
import { fraudReasons, listingReasons, type ListingReason } from '#common/fraudReasons.ts';

export const FraudReasonEnum = enumOf<ListingReason>(
  'FraudReason',
  'A sign of fraud in a message or a listing.',
  Object.fromEntries(
    Object.entries({ ...fraudReasons, ...listingReasons }).map(([name, { team }]) => [
      name,
      `${team}.`,
    ]),
  ) as Record<ListingReason, string>,
);
