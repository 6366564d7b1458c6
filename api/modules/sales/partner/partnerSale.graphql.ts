import type { Deps } from '#api/context/context.ts';
import type { Sale, SalePartnerLink } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { command, payload } from '#api/graphql/command.ts';
import { columns, maybe } from '#api/graphql/exposed.ts';
import { idempotencyKeyOf } from '#api/graphql/idempotencyKey.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { ListingFactsType } from '#api/modules/listings/listingFacts.graphql.ts';
import { ResortType } from '#api/modules/resorts/resorts.graphql.ts';
import { joined } from '#api/platform/database/joined.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { partnerLinkDays } from '#common/durations.ts';
import { SaleStepEnum, SaleStepFactsInput, SaleStepType } from '../closing/closing.graphql.ts';
import { ruleOf } from '../moves/moves.ts';
import {
  partsIn,
  SaleSignatureType,
  SaleStatusEnum,
  SaleType,
  sheetFields,
  sheetOf,
  TermSheetType,
} from '../moves/saleWork.graphql.ts';
import { partnerDownload } from './partnerFiles.ts';
import {
  createPartnerLink,
  findPartnerLink,
  reportSaleStep,
  revokePartnerLink,
} from './partnerLink.ts';

builder.prismaObjectField(SaleType, 'partnerLinkUntil', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When the link for the escrow partner expires; null if there is none, and for all but administrators.',
    select: { buyerId: true, sellerId: true, partnerLink: { select: { expiresAt: true } } },
    resolve: async (sale, _args, context) =>
      (await partsIn(context, sale)).includes('team')
        ? (sale.partnerLink?.expiresAt ?? null)
        : null,
  }),
);

const PartnerSaleType = builder.prismaObject('Sale', {
  variant: 'PartnerSale',
  description: 'A sale in closing, as the escrow partner reads it by a link.',
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('sale', 'Its reference at the escrow partner.')),
    ...columns<Sale>(t, {
      version: ['Int', '`reportSaleStep` needs the one that you have read.'],
      status: [SaleStatusEnum, 'Where it stands.'],
      closedAt: ['DateTime?', 'When it ended; null while it is open.'],
    }),
    title: t.string({
      description: 'The headline of the listing.',
      select: { listing: { select: { title: true } } },
      resolve: ({ listing }) => listing.title,
    }),
    resort: t.field({
      type: ResortType,
      description: 'Where the timeshare is.',
      select: (_args, _context, nestedSelection) => ({
        listing: { select: { resort: nestedSelection() } },
      }),
      resolve: ({ listing }) => listing.resort,
    }),
    facts: t.relation('listing', {
      type: ListingFactsType,
      description: 'Unit, week and form of ownership, as the listing says them.',
    }),
    termSheet: t.field({
      type: TermSheetType,
      description: 'The accepted terms, with the names that both sides have confirmed.',
      complexity: { field: 1, multiplier: 3 },
      select: sheetFields,
      resolve: (sale) =>
        sheetOf(
          sale,
          Object.fromEntries(
            sale.signatures.map(({ side, typedName }) => [`${side}Name`, typedName]),
          ),
        ),
    }),
    signatures: t.relation('signatures', {
      type: SaleSignatureType,
      description: 'How both sides have confirmed the terms.',
      query: { orderBy: { at: 'asc' } },
    }),
    steps: t.relation('steps', {
      type: SaleStepType,
      description: 'The steps of the closing, in their order.',
      complexity: { field: 1, multiplier: 2 },
      query: { orderBy: { step: 'asc' } },
    }),
    ending: t.string({
      nullable: true,
      description: 'How it ended, in a sentence; null while it is open.',
      select: {
        closedAt: true,
        status: true,
        events: { orderBy: { number: 'asc' }, select: { move: true, status: true } },
      },
      resolve: ({ closedAt, status, events }) => {
        const end = closedAt && events.find((event) => event.status === status);
        return end ? ruleOf(end.move).means : null;
      },
    }),
    linkUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the link expires.',
      select: { partnerLink: { select: { expiresAt: true } } },
      resolve: ({ partnerLink }) => partnerLink?.expiresAt ?? null,
    }),
  }),
});

const isOver = ({ expiresAt }: SalePartnerLink, { clock }: Pick<Deps, 'clock'>): boolean =>
  expiresAt <= clock();

const PartnerLinkType = builder.objectRef<SalePartnerLink>('PartnerLink').implement({
  description: 'A link for the escrow partner to a sale.',
  fields: (t) => ({
    isExpired: t.boolean({
      description: 'Whether its time is over.',
      resolve: (link, _args, { deps }) => isOver(link, deps),
    }),
    sale: t.prismaField({
      type: PartnerSaleType,
      nullable: true,
      description: 'The sale; null once the link has expired.',
      resolve: (query, link, _args, { deps }) =>
        isOver(link, deps)
          ? null
          : deps.database.prisma.sale.findUnique(joined(query, { id: link.saleId })),
    }),
  }),
});

builder.queryField('partnerLink', (t) =>
  t.field({
    type: PartnerLinkType,
    nullable: true,
    description:
      'The link for the escrow partner with a token; null if it was withdrawn or replaced, or there is none.',
    authScopes: { public: true },
    args: argsOf({ token: ['String', 'The token of the link.'] }),
    resolve: (_root, { token }, { deps, address }) =>
      findPartnerLink(deps, address, token).catch((error: unknown) => {
        if (error instanceof InvalidInputError) return null;
        throw error;
      }),
  }),
);

const token = ['String', 'The token of the link for the escrow partner.'] as const;

command('reportSaleStep', {
  type: payload('The report is stored, and everyone concerned was told.', {
    sale: [PartnerSaleType, 'The sale as it is now.'],
  }),
  description:
    'The escrow partner records a step in which it acts, or reports that it has failed, by its link. Fails with ConflictError if the sale has changed or the step is not open.',
  authScopes: { public: true },
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
  input: ['What the partner reports.', 'A report of the escrow partner about a step.'],
  fields: {
    token,
    version: [
      'Int',
      'The `version` that you have read. Fails with ConflictError if it has changed.',
    ],
    step: [SaleStepEnum, 'The open step, in which the partner acts.'],
    isDone: ['Boolean', 'Whether it is done; false if it has failed, which ends the sale.'],
    facts: [maybe(SaleStepFactsInput), 'If it is done: what the step asks for.'],
    documentUrl: [
      'String?',
      'If it is done: the URL of a PDF or picture that was uploaded by the link.',
    ],
    reason: [
      'String?',
      'Why it has failed, in plain text of at most 2,000 characters, which both sides read.',
    ],
    idempotencyKey: idempotencyKeyOf('report once'),
  },
  resolve: async (input, { deps, address }) => ({
    sale: await reportSaleStep(deps, address, input),
  }),
});

command('createPartnerDownload', {
  type: payload('A link to papers of the closing, which works for 15 minutes.', {
    url: ['String', 'The URL to open.'],
  }),
  description:
    'Creates a link to the document of a step, or to all papers of the closing in one ZIP, for the escrow partner by its link.',
  authScopes: { public: true },
  errors: ['InvalidInput', 'NotFound'],
  input: ['What to download.', 'Papers of a closing that the escrow partner downloads.'],
  fields: {
    token,
    step: [maybe(SaleStepEnum), 'The step that has the document; null for all papers.'],
  },
  resolve: async (input, { deps, address, origin }) => ({
    url: `${origin}${await partnerDownload(deps, address, input)}`,
  }),
});

const sale = [SaleType, 'The sale as it is now.'] as const;

command('createPartnerLink', {
  type: payload('The link, which is shown this once. An earlier one works no longer.', {
    partnerUrl: ['String', 'The address for the partner. Whoever has it can report steps.'],
    sale,
  }),
  description: `Makes a link by which the escrow partner reports its steps of a sale for ${partnerLinkDays} days, without signing in.`,
  authScopes: { admin: true },
  input: ['The sale that the partner reports about.', 'A sale in closing.'],
  fields: { saleId: idOf('sale') },
  resolve: async ({ saleId }, context) =>
    createPartnerLink(context.deps, await context.viewer(), saleId),
});

command('revokePartnerLink', {
  type: payload('The link works no longer.', { sale }),
  description: 'Withdraws the link of the escrow partner to a sale, if there is one.',
  authScopes: { admin: true },
  input: ['The sale that has the link.', 'A sale with a link for the escrow partner.'],
  fields: { saleId: idOf('sale') },
  resolve: async ({ saleId }, context) => ({
    sale: await revokePartnerLink(context.deps, await context.viewer(), saleId),
  }),
});
