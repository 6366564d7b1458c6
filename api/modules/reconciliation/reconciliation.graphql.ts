import { z } from 'zod';
import { Prisma, type ReconciliationReport } from '#api/generated/prisma/client.ts';
import { shownType } from '#api/graphql/exposed.ts';
import { builder } from '#api/graphql/builder.ts';
import { plainIdOf } from '#api/graphql/ids/ids.ts';
import { readTogether } from '#api/platform/database/readTogether.ts';
import { differenceKinds, type Difference, type DifferenceKind } from './differences.ts';

const kinds = Object.keys(differenceKinds) as DifferenceKind[];

const DifferenceKindEnum = builder.enumType('DifferenceKind', {
  description: 'On what bookings, ledger and payment provider do not agree.',
  values: Object.fromEntries(
    kinds.map((kind) => [kind.toUpperCase(), { value: kind, description: differenceKinds[kind] }]),
  ) as Record<string, { value: DifferenceKind; description: string }>,
});

const DifferenceType = shownType<Difference>('Difference', {
  description: 'Something on which bookings, ledger and payment provider do not agree.',
  fields: {
    kind: [DifferenceKindEnum, 'Decides where to look first.'],
    bookingId: ['ID?', plainIdOf('booking', 'The plain id of the booking; null if it is unknown.')],
    reference: [
      'String?',
      "The payment provider's id of the payment or transfer; null if there is none.",
    ],
    words: 'What was expected and what was found.',
  },
});

const storedDifferences = z.array(
  z.object({
    kind: z.enum(kinds as [DifferenceKind, ...DifferenceKind[]]),
    bookingId: z.string().nullable(),
    operationId: z.string().nullable(),
    reference: z.string().nullable(),
    words: z.string(),
  }),
);

type Report = Omit<ReconciliationReport, 'id' | 'at'> & { at: string };

const ReportType = builder.objectRef<Report>('Reconciliation').implement({
  description: 'One comparison of all bookings with the ledger and the payment provider.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'When the comparison began.',
      resolve: ({ at }) => new Date(at),
    }),
    bookings: t.exposeInt('bookings', { description: 'How many bookings were compared.' }),
    payments: t.exposeInt('payments', {
      description: 'How many payments and transfers were compared.',
    }),
    differences: t.field({
      type: [DifferenceType],
      description: 'What does not agree; empty if all is well.',
      resolve: ({ differences }) => storedDifferences.parse(differences),
    }),
  }),
});

builder.queryField('reconciliation', (t) =>
  t.field({
    type: ReportType,
    nullable: true,
    description: 'The latest comparison of bookings, ledger and payments; null before the first.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) =>
      readTogether<Report | null>(
        deps.database,
        Prisma.sql`
          SELECT row_to_json(reconciliation_reports) FROM reconciliation_reports
          ORDER BY at DESC LIMIT 1`,
      ),
  }),
);
