import type { OccupancyTax } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns } from '#api/graphql/exposed.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { setTaxRate, taxesOrder } from './taxes.ts';

const OccupancyTaxType = builder.prismaNode('OccupancyTax', {
  description: 'The tax on stays at the resorts of a destination. Only administrators can read it.',
  nullable: true,
  authScopes: { admin: true },
  select: { id: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    ...columns<OccupancyTax>(t, {
      destination: 'The wider area, as resorts name it.',
      rateBps: ['Int', 'In basis points of nights and cleaning fee: 1250 are 12.5 percent.'],
      keepsTaxWhenCancelled: [
        'Boolean',
        'Whether tax is kept of a cancelled stay, in proportion to nights and cleaning fee; else it is given back.',
      ],
      version: ['Int', 'Incremented by each change; a change names the version it is based on.'],
      updatedAt: ['DateTime', 'When the rate was last changed.'],
    }),
    resortCount: t.relationCount('resorts', {
      description: 'How many resorts the destination has.',
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

command('setTaxRate', {
  type: payload('The rate was saved; totals follow within minutes.', {
    tax: [OccupancyTaxType, 'The tax as it is now.'],
  }),
  description:
    'Sets the tax on stays at the resorts of a destination. Booked stays keep their price.',
  authScopes: { admin: true },
  input: ['The rate to set.', 'A new tax rate.'],
  fields: {
    taxId: idOf('occupancyTax'),
    version: ['Int', 'The version you saw; nothing is saved if it is not the latest.'],
    rateBps: ['Int', 'In basis points, 0 to 5000.'],
    keepsTaxWhenCancelled: [
      'Boolean?',
      'Whether tax is kept of stays that are booked from now on and cancelled; by default as before.',
    ],
  },
  resolve: ruleAs('tax', setTaxRate),
});
