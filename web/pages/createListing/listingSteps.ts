/** The steps of SPEC section 2, in their order. */
export const listingSteps = [
  { step: 'details', label: 'Listing Details' },
  { step: 'contract', label: 'Contract Upload' },
  { step: 'escrow', label: 'Escrow Setup' },
] as const;

export type ListingStep = (typeof listingSteps)[number]['step'];

const path = '/create-listing';

/** Where an address is: after the first step it names the listing by its plain id. */
export function stepIn(search: string): { step: ListingStep; listingId: string | undefined } {
  const params = new URLSearchParams(search);
  const listingId = params.get('listing') ?? undefined;
  const asked = listingSteps.find(({ step }) => step === params.get('step'))?.step;
  return asked === undefined || asked === 'details' || listingId === undefined
    ? { step: 'details', listingId: undefined }
    : { step: asked, listingId };
}

/** The address of a step after the first. */
export const pathOfStep = (step: Exclude<ListingStep, 'details'>, listingId: string): string =>
  `${path}?${new URLSearchParams({ step, listing: listingId })}`;
