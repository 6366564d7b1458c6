import type { PropertyInquiry } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns, maybe } from '#api/graphql/exposed.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
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

const InquiryMotivationEnum = builder.enumType('PropertyMotivation', {
  description: 'What the owner wants to do with a property.',
  values: {
    SELL: { value: 'Sell', description: 'Find a buyer for it.' },
    SELL_OR_RENT: { value: 'Sell or Rent', description: 'Find a buyer or someone to rent it.' },
  } as const,
});

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
