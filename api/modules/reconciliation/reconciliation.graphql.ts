import { Prisma, type ReconciliationReport } from '#api/generated/prisma/client.ts';
import { shownType } from '#api/graphql/exposed.ts';
import { adminList } from '#api/graphql/adminList.ts';
import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { plainIdOf } from '#api/graphql/ids/ids.ts';
import { keyset } from '#api/platform/database/keyset.ts';
import { readTogether } from '#api/platform/database/readTogether.ts';
import { requireAdmin } from '../access/requireAdmin.ts';
import {
  differenceKinds,
  storedDifferences,
  type Difference,
  type DifferenceKind,
} from './differences.ts';

const kinds = Object.keys(differenceKinds) as DifferenceKind[];

const DifferenceKindEnum = builder.enumType('DifferenceKind', {
  description: 'On what bookings, ledger and payment provider do not agree.',
  values: Object.fromEntries(
    kinds.map((kind) => [kind.toUpperCase(), { value: kind, description: differenceKinds[kind] }]),
  ) as Record<string, { value: DifferenceKind; description: string }>,
});

export const DifferenceType = shownType<Difference>('Difference', {
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

export type Report = Omit<ReconciliationReport, 'at'> & { at: Date | string };

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
    notRead: t.exposeStringList('notRead', {
      description: 'What could not be compared and why, for example for lack of a permission.',
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
          SELECT to_jsonb(reconciliation_reports) || jsonb_build_object('notRead', not_read)
          FROM reconciliation_reports
          ORDER BY at DESC LIMIT 1`,
      ),
  }),
);

const [ReconciliationConnection, ReconciliationEdge] = listTypes('Reconciliation', ReportType, {
  node: 'A comparison in a list.',
  page: 'A page of comparisons.',
});

const byTime = keyset('RECONCILIATION', 'desc', { at: 'timestamptz', id: 'uuid' });

adminList('reconciliations', [ReconciliationConnection, ReconciliationEdge], {
  type: ReportType,
  description:
    'Comparisons of bookings, ledger and payments of the last 400 days, newest first. `first` defaults to 12 and is at most 100.',
  resolve: async (_args, page, { deps }) => {
    const { beyond, orderBy, take } = byTime.sql(page, 'reconciliation_reports');
    const found = await deps.database.read<Report & { at: Date }>(
      Prisma.sql`
        SELECT id, at, bookings, payments, differences, not_read AS "notRead" FROM reconciliation_reports
        WHERE ${beyond} ORDER BY ${orderBy} LIMIT ${take}`,
      'each time',
    );
    return byTime.pageOf(page, found);
  },
});

builder.queryField('isReconciling', (t) =>
  t.boolean({
    nullable: true,
    description: 'Whether bookings, ledger and payments are being compared, or are about to be.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) =>
      readTogether<boolean>(
        deps.database,
        Prisma.sql`
          SELECT to_json(EXISTS (SELECT FROM graphile_worker.jobs
                                 WHERE task_identifier = 'reconcile' AND attempts < max_attempts))`,
      ),
  }),
);

command('startReconciliation', {
  authScopes: { admin: true },
  type: builder.objectRef<{ isReconciling: boolean }>('StartReconciliationPayload').implement({
    description: 'The comparison runs; its report is the next of `reconciliations`.',
    fields: (t) => ({
      isReconciling: t.exposeBoolean('isReconciling', {
        description: 'Always true: a comparison runs.',
      }),
    }),
  }),
  description: 'Compares bookings, ledger and payments now. While it runs, no second one starts.',
  errors: ['Forbidden'],
  resolve: async (_args, { deps, viewer }) => {
    requireAdmin(await viewer());
    await deps.database.prisma.$executeRaw`
      SELECT graphile_worker.add_job('reconcile', job_key => 'reconcile:now',
                                     job_key_mode => 'preserve_run_at')`;
    return { isReconciling: true };
  },
});
