import type { PropertyInquiry } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns, maybe } from '#api/graphql/exposed.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { OwnListingType } from '../listings/ownListings.graphql.ts';
import { canBeListed, draftSubmittedProperty } from './ownDraft.ts';
import {
  newestFirst,
  newestFirstConnection,
  newestFirstCost,
} from '#api/platform/database/newestFirst.ts';
import { submitProperty } from './inquiries.ts';

export const InquiryStatusEnum = enumOf('InquiryStatus', 'The status of a submitted property.', {
  new: 'Received; nobody has answered yet.',
  contacted: 'The team has been in touch.',
  converted: 'It became a listing or a sale.',
  closed: 'Nothing more will be done about it.',
});

const InquiryMotivationEnum = enumOf(
  'PropertyMotivation',
  'What the owner wants to do with a property.',
  { Sell: 'Find a buyer for it.', 'Sell or Rent': 'Find a buyer or someone to rent it.' },
);

const PropertyInquiryType = builder.prismaNode('PropertyInquiry', {
  description: 'A property that a member submitted because they want to sell it or rent it out.',
  nullable: true,
  authScopes: (inquiry) => ({
    admin: true,
    ...(inquiry.userId !== null && { self: inquiry.userId }),
    tokenOf: { account: inquiry.userId, scope: 'inquiries:read' },
  }),
  select: { id: true, userId: true, createdAt: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('inquiry', 'The plain id, for the mutation.')),
    ...columns<PropertyInquiry>(t, {
      propertyName: 'What the owner calls it.',
      resortName: 'The resort that it belongs to.',
      location: 'Where it is, in the owner’s words.',
      unit: 'Size and kind of the unit.',
      status: [InquiryStatusEnum, 'Status of the inquiry.'],
      createdAt: ['DateTime', 'When it was sent.'],
    }),
    ownership: t.exposeString('ownershipType', {
      description: 'The kind of ownership, for example deeded or points.',
    }),
    weekDetails: t.string({
      description: 'Week or season, in the owner’s words.',
      select: { weekNumbers: true },
      resolve: (inquiry) => inquiry.weekNumbers ?? '',
    }),
    askingPrice: t.exposeString('askingPriceText', {
      description: 'The price as the owner typed it.',
    }),
    contactPhone: t.exposeString('phone', {
      nullable: true,
      description: 'A number that the team may call.',
    }),
    additionalDetails: t.exposeString('additionalInfo', {
      nullable: true,
      description: 'Anything else that the owner wrote.',
    }),
    canBeListed: t.boolean({
      description:
        'Whether its member can turn it into a listing: it is neither closed nor listed yet.',
      select: { status: true, listingId: true },
      resolve: canBeListed,
    }),
    hasDraft: t.boolean({
      description: "Whether the member's listing draft was filled with it.",
      select: { draft: { select: { ownerId: true } } },
      resolve: ({ draft }) => draft !== null,
    }),
    listing: t.relation('listing', {
      type: OwnListingType,
      nullable: true,
      description: 'The listing that its member made of it.',
    }),
  }),
});

const [PropertyInquiryConnection, PropertyInquiryEdge] = listTypes(
  'PropertyInquiry',
  PropertyInquiryType,
  { node: 'A submitted property in a list.', page: 'A page of submitted properties.' },
);

builder.prismaObjectField('User', 'inquiries', (t) =>
  t.connection(
    {
      type: PropertyInquiryType,
      authScopes: { public: true, token: 'inquiries:read' },
      description: 'Properties that the member submitted, newest first. `first` defaults to 20.',
      complexity: newestFirstCost,
      select: (args, _context, nestedSelection) => ({
        inquiries: nestedSelection(
          { ...newestFirst(args), select: { id: true, userId: true, createdAt: true } },
          ['edges', 'node'],
        ),
      }),
      resolve: (user, args) => newestFirstConnection(args, user.inquiries),
    },
    PropertyInquiryConnection,
    PropertyInquiryEdge,
  ),
);

builder.prismaObjectField('User', 'inquiry', (t) =>
  t.prismaField({
    type: PropertyInquiryType,
    nullable: true,
    authScopes: { public: true, token: 'inquiries:read' },
    description: 'One property that the member submitted; null if there is none with that id.',
    args: argsOf({ databaseId: idOf('inquiry') }),
    resolve: (query, user, { databaseId }, { deps }) =>
      deps.database.prisma.propertyInquiry.findFirst({
        ...query,
        where: { id: idToFind(databaseId), userId: user.id },
      }),
  }),
);

command('draftSubmittedProperty', {
  type: payload('Your listing draft holds the property, or the property is listed already.', {
    inquiry: [PropertyInquiryType, 'The property as you submitted it.'],
    viewer: [UserType, 'Your account, with the draft.'],
  }),
  description:
    'Fills your listing draft with a property that you submitted. Repeated calls keep the draft as it is.',
  input: [
    'The property, and which draft it may replace.',
    'A property of yours to turn into a listing draft.',
  ],
  fields: {
    inquiryId: idOf('inquiry'),
    draftVersion: ['Int', 'The version of your draft, which is replaced; 0 if there is none.'],
  },
  resolve: async (input, context) => {
    const viewer = await context.viewer();
    const inquiry = await draftSubmittedProperty(context.deps, viewer, input);
    return viewer && { inquiry, viewer };
  },
});

command('submitProperty', {
  type: payload('The property was submitted; a confirmation goes out by mail.', {
    inquiry: [PropertyInquiryType, 'The stored property.'],
  }),
  description: 'Submits a property of yours that you want to sell or rent out.',
  errors: ['InvalidInput', 'Conflict'],
  input: [
    'The property, as the owner describes it.',
    'A property to sell or rent out, in the owner’s own words.',
  ],
  fields: {
    propertyName: ['String', 'What you call it; 200 characters at most.'],
    resortName: ['String', 'The resort it belongs to.'],
    location: ['String', 'Town and region of the resort.'],
    unit: ['String', 'For example: 2 bedrooms, sleeps 6.'],
    ownership: ['String', 'For example: deeded, every year.'],
    weekDetails: ['String', 'For example: week 27, red season.'],
    askingPrice: ['String', 'Any text; parsed as US dollars if it is an amount, such as $12,500.'],
    contactPhone: ['String', 'A number that the team may call.'],
    additionalDetails: ['String?', 'Anything else, 5,000 characters at most.'],
    motivation: [maybe(InquiryMotivationEnum), 'What you want to do with it. Defaults to SELL.'],
    idempotencyKey: [
      'String?',
      'Any text of 8 to 100 visible characters. Repeated calls with the same key submit one property.',
    ],
  },
  resolve: ruleAs('inquiry', submitProperty),
});
