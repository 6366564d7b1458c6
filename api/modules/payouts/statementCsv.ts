import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { csvLines, defused } from '#api/platform/files/csv.ts';
import { ForbiddenError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import {
  statementLines,
  statementOf,
  statementSums,
  type StatementLine,
  type StatementOf,
} from './statement.ts';
import { requireSignIn } from '../access/signedIn.ts';

const header = [
  'Date',
  'What',
  'Resort',
  'Check-in',
  'Check-out',
  'Nights',
  'Booking',
  'Amount',
  'Balance',
  'Service fee paid by the traveler',
  'Tax paid by the traveler',
  'Currency',
  'Sale',
];

const words: Record<StatementLine['reason'], string> = {
  release: 'Stay',
  sale: 'Sale paid by card',
  retention: 'Kept of a cancelled stay',
  payout: 'Paid out',
  chargeback_end: 'Taken back by the traveler’s bank',
  reversal: 'Payout taken back',
  set_off: 'Settled with another stay',
  correction: 'Correction',
  goodwill: 'Goodwill',
  claim: 'Payment for a damage',
  rebooking: 'Difference of another week',
};

const pageSize = 500;

/**
 * A member's statement of a year as CSV, in chunks.
 * @throws {SignInRequiredError | InvalidInputError}
 * @throws {ForbiddenError} for another member's statement
 */
export async function statementCsv(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  input: { year?: string | undefined; currency?: string | undefined; member?: string | undefined },
): Promise<AsyncGenerator<string>> {
  requireSignIn(viewer);
  const { member = viewer.id } = parseInput(memberInput, input);
  if (member !== viewer.id && viewer.role !== 'admin') {
    throw new ForbiddenError('This statement is not yours');
  }
  const statement = statementOf(member, input);
  const { opening } = await statementSums(deps, statement);
  return pieces(deps, statement, opening);
}

const memberInput = z.object({ member: z.uuid('Member must be an id').optional() });

async function* pieces(
  deps: Pick<Deps, 'database'>,
  statement: StatementOf,
  opening: number,
): AsyncGenerator<string> {
  const { year, currency } = statement;
  let balance = opening;
  const balanceLine = (date: string, what: string): string[] => [
    date,
    what,
    '',
    '',
    '',
    '',
    '',
    '',
    decimal(balance),
    '',
    '',
    currency,
    '',
  ];
  yield csvLines([header, balanceLine(`${year}-01-01`, 'Opening balance')]);
  let after: string | undefined;
  do {
    const { edges, pageInfo } = await statementLines(deps, statement, { first: pageSize, after });
    yield csvLines(
      edges.map(({ node }) => {
        balance += node.cents;
        return [
          node.at.toISOString().slice(0, 10),
          words[node.reason],
          defused(node.resortName),
          node.checkIn ?? '',
          node.checkOut ?? '',
          String(node.nights ?? ''),
          node.bookingId ?? '',
          decimal(node.cents),
          decimal(balance),
          decimal(node.serviceFeeCents),
          decimal(node.taxCents),
          currency,
          node.saleId ?? '',
        ];
      }),
    );
    after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
  } while (after !== undefined);
  yield csvLines([balanceLine(`${year}-12-31`, 'Closing balance')]);
}

/** Cents as a decimal number that spreadsheets parse, also if negative. */
const decimal = (cents: number): string => (cents / 100).toFixed(2);
