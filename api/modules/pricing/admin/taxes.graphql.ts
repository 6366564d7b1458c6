import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#api/platform/errors.ts';
import { setTaxRate, taxesOrder } from './taxes.ts';

const OccupancyTaxType = builder.prismaNode('OccupancyTax', {
  description: 'The tax on stays at the resorts of a destination. Only administrators can read it.',
  nullable: true,
  authScopes: { admin: true },
  select: { id: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    destination: t.exposeString('destination', {
      description: 'The wider area, as resorts name it.',
    }),
    rateBps: t.exposeInt('rateBps', {
      description: 'In basis points of nights and cleaning fee: 1250 are 12.5 percent.',
    }),
    resortCount: t.relationCount('resorts', {
      description: 'How many resorts the destination has.',
    }),
    version: t.exposeInt('version', {
      description: 'Incremented by each change; a change names the version it is based on.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the rate was last changed.',
    }),
  }),
});

builder.queryField('occupancyTaxes', (t) =>
  t.prismaField({
    type: [OccupancyTaxType],
    nullable: true,
    description: 'The tax rates of all destinations, A to Z; 2,000 at most.',
    authScopes: { admin: true },
    complexity: { field: 1, multiplier: 100 },
    resolve: (query, _root, _args, { deps }) =>
      deps.database.prisma.occupancyTax.findMany({ ...query, ...taxesOrder }),
  }),
);

const SetTaxRateInput = builder.inputType('SetTaxRateInput', {
  description: 'A new tax rate.',
  fields: (t) => ({
    taxId: t.id({ required: true, ...idOf('occupancyTax') }),
    version: t.int({
      required: true,
      description: 'The version you saw; nothing is saved if it is not the latest.',
    }),
    rateBps: t.int({ required: true, description: 'In basis points, 0 to 5000.' }),
  }),
});

const SetTaxRatePayload = builder
  .objectRef<{ tax: typeof OccupancyTaxType.$inferType }>('SetTaxRatePayload')
  .implement({
    description: 'The rate was saved; totals follow within minutes.',
    fields: (t) => ({
      tax: t.expose('tax', {
        type: OccupancyTaxType,
        description: 'The tax as it is now.',
      }),
    }),
  });

command('setTaxRate', {
  type: SetTaxRatePayload,
  description:
    'Sets the tax on stays at the resorts of a destination. Booked stays keep their price.',
  authScopes: { admin: true },
  errors: { types: [InvalidInputError, NotFoundError, ConflictError, ForbiddenError] },
  input: [SetTaxRateInput, 'The rate to set.'],
  resolve: async (input, context) => ({
    tax: await setTaxRate(context.deps, await context.viewer(), input),
  }),
});
