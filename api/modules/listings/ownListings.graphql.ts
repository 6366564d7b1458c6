import { builder } from '../../graphql/builder.ts';
import { newestFirst, newestFirstConnection, newestFirstCost } from '../../platform/newestFirst.ts';

const OwnListingStatusEnum = builder.enumType('OwnListingStatus', {
  description: 'Whether others see a listing, and why not.',
  values: {
    PUBLISHED: { description: 'Everyone sees it.' },
    IN_REVIEW: { description: 'The team looks at the proof of ownership.' },
    MORE_INFORMATION: { description: 'The team asked the owner for more.' },
    REJECTED: { description: 'The proof of ownership was not enough.' },
    EXPIRED: { description: 'The proof of ownership was good until a day that is over.' },
    WITHDRAWN: { description: 'The owner, or the team, took it off the site.' },
  } as const,
});

const day = (date: Date): string => date.toISOString().slice(0, 10);

const statusByContract = {
  verified: 'PUBLISHED',
  pending: 'IN_REVIEW',
  rejected: 'REJECTED',
  more_information: 'MORE_INFORMATION',
  expired: 'EXPIRED',
} as const;

const OwnListingType = builder.prismaObject('Listing', {
  variant: 'OwnListing',
  description: 'Weeks that a member offers, as the member sees them, published or not.',
  select: { id: true, createdAt: true },
  fields: (t) => ({
    databaseId: t.exposeID('id', { description: 'The plain id of the listing.' }),
    title: t.exposeString('title', { description: 'Its headline, plain text.' }),
    resort: t.relation('resort', { description: 'Where the weeks are.' }),
    availableFrom: t.string({
      description: 'The first night on offer, YYYY-MM-DD.',
      select: { availableFrom: true },
      resolve: (listing) => day(listing.availableFrom),
    }),
    availableTo: t.string({
      description: 'The last day of leaving, YYYY-MM-DD.',
      select: { availableTo: true },
      resolve: (listing) => day(listing.availableTo),
    }),
    pricePerNightCents: t.exposeInt('pricePerNightCents', {
      description: 'Price of one night in US cents.',
    }),
    status: t.field({
      type: OwnListingStatusEnum,
      description: 'Whether others see it, and why not.',
      select: { isActive: true, contractVerificationStatus: true },
      resolve: (listing) =>
        listing.isActive ? statusByContract[listing.contractVerificationStatus] : 'WITHDRAWN',
    }),
  }),
});

const OwnListingEdge = builder.edgeObject({
  type: OwnListingType,
  name: 'OwnListingEdge',
  description: 'A listing in a list of its owner.',
});

const OwnListingConnection = builder.connectionObject(
  { type: OwnListingType, name: 'OwnListingConnection', description: "A page of one's listings." },
  OwnListingEdge,
);

builder.prismaObjectField('User', 'listings', (t) =>
  t.connection(
    {
      type: OwnListingType,
      description:
        'Listings of the member, published or not, newest first. `first` is 20 where nothing is said.',
      complexity: newestFirstCost,
      select: (args, _context, nestedSelection) => ({
        listings: nestedSelection({ ...newestFirst(args), select: { id: true, createdAt: true } }, [
          'edges',
          'node',
        ]),
      }),
      resolve: (user, args) => newestFirstConnection(args, user.listings),
    },
    OwnListingConnection,
    OwnListingEdge,
  ),
);
