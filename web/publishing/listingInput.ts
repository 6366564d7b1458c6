import type {
  CancellationPolicyName,
  FeePayer,
  Kitchen,
  ListingDetailsInput,
  ListingOwnership,
  ListingTenure,
  ListingUse,
  Weekday,
} from '../__generated__/ListingFormMutation.graphql.ts';
import { detailsOf, type ListingValues } from './fields/listingForm.ts';

/** The form as input of the mutation; its choices are the server's enum values. */
export function listingInput(values: ListingValues): ListingDetailsInput {
  const details = detailsOf(values);
  return {
    ...details,
    cancellationPolicy: details.cancellationPolicy as CancellationPolicyName,
    kitchen: details.kitchen as Kitchen | null,
    checkInDay: details.checkInDay as Weekday | null,
    ownership: details.ownership as ListingOwnership | null,
    use: details.use as ListingUse | null,
    tenure: details.tenure as ListingTenure | null,
    nextFeePaidBy: details.nextFeePaidBy as FeePayer | null,
  };
}
