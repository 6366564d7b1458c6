import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { maybe, shownType } from '#api/graphql/exposed.ts';
import { ListingType } from '../listings/listings.graphql.ts';
import { OwnListingType } from '../listings/ownListings.graphql.ts';
import { checkOffer, shownCode, type CheckedOffer, type OfferCheck } from './offerCheck.ts';

const CheckedOfferType = shownType<CheckedOffer>('CheckedOffer', {
  description: 'What an offer code stands for. Says nothing about the owner.',
  fields: {
    resortName: 'Name of the resort where the timeshare is.',
    title: 'The headline of the listing.',
    isForSale: ['Boolean', 'Whether the timeshare is for sale here now.'],
    isForRent: ['Boolean', 'Whether nights of it are for rent here now.'],
    verifiedOn: [
      'Date?',
      'The day on which our team verified the ownership last; null for weeks of providers.',
    ],
    path: ['String?', 'The path of its page here; null if it is no longer offered.'],
  },
});

const OfferCheckType = shownType<OfferCheck>('OfferCheck', {
  description: 'An answer to the question whether an offer is real.',
  fields: {
    offer: [
      maybe(CheckedOfferType),
      'The offer of the code; null if there is none, or if it was never public.',
    ],
    mailDomain: ['String?', 'The domain that mail from this site comes from.'],
  },
});

builder.queryField('checkOffer', (t) =>
  t.field({
    type: OfferCheckType,
    description:
      'What an offer code stands for, and where mail from this site comes from. 60 codes in 15 minutes can be checked from one address.',
    authScopes: { public: true },
    args: argsOf({
      code: ['String', 'The code, in any case, with spaces and hyphens or without; may be empty.'],
    }),
    resolve: (_root, input, { deps, address }) => checkOffer(deps, { address }, input),
  }),
);

const offerCode = {
  description: 'The code by which anyone can check that the offer is real, see `checkOffer`.',
  select: { offerCode: true },
  resolve: ({ offerCode: code }: { offerCode: string }) => shownCode(code),
} as const;

builder.prismaObjectField(ListingType, 'offerCode', (t) => t.string(offerCode));
builder.prismaObjectField(OwnListingType, 'offerCode', (t) => t.string(offerCode));
