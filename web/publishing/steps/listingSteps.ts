/** The steps of SPEC section 2, in order. */
export const listingSteps = [
  { step: 'details', label: 'Listing Details' },
  { step: 'contract', label: 'Contract Upload' },
  { step: 'escrow', label: 'Escrow Setup' },
] as const;

export type ListingStep = (typeof listingSteps)[number]['step'];

const path = '/create-listing';

/** The step in a query string. Steps after the first name the listing by its plain id. */
export function stepIn(params: URLSearchParams): {
  step: ListingStep;
  listingId: string | undefined;
} {
  const listingId = params.get('listing') ?? undefined;
  const asked = listingSteps.find(({ step }) => step === params.get('step'))?.step;
  return asked === undefined || asked === 'details' || listingId === undefined
    ? { step: 'details', listingId: undefined }
    : { step: asked, listingId };
}

export const pathOfStep = (step: Exclude<ListingStep, 'details'>, listingId: string): string =>
  `${path}?${new URLSearchParams({ step, listing: listingId })}`;
