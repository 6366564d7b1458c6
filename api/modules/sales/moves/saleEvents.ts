import type { Prisma, Sale, SaleMove, SaleStep, SaleTerms } from '#api/generated/prisma/client.ts';
import { markdownTable } from '#api/platform/files/markdownTable.ts';
import { isoDay } from '#common/days.ts';
import { isEnd, moveNames, ruleOf } from './moves.ts';

/** Moves that leave the status as it is, and are told nevertheless. */
const events: Partial<Record<SaleMove, string>> = {
  counter: 'countered',
  confirm_terms: 'confirmed',
  funds_in: 'step_done',
  cooling_ends: 'step_done',
  record_step: 'step_done',
  release: 'step_done',
  waive_step: 'step_waived',
  lapse: 'step_reopened',
  extend_step: 'step_extended',
};

/** The event that the seller's organization is told after a move; undefined if there is none. */
function eventOf(move: SaleMove): string | undefined {
  const { to } = ruleOf(move);
  const what = to === null ? events[move] : isEnd(to) && to !== 'sold' ? 'ended' : to;
  return what && `sale.${what}`;
}

interface ToldSale extends Pick<Sale, 'id' | 'sellerId' | 'listingId' | 'status' | 'turn'> {
  listing: { resortId: string };
  steps: readonly Pick<SaleStep, 'step' | 'state' | 'dueOn'>[];
}

type Price = Pick<SaleTerms, 'priceCents' | 'currency'>;

/** What the event says: nothing about the buyer but the price offered. */
const dataOf = (sale: ToldSale, { priceCents, currency }: Price, move: SaleMove) => ({
  status: sale.status.toUpperCase(),
  move: move.toUpperCase(),
  turn: sale.status === 'offered' ? sale.turn.toUpperCase() : null,
  listingId: sale.listingId,
  resortId: sale.listing.resortId,
  price: { amount: priceCents, currency },
  steps: sale.steps.map(({ step, state, dueOn }) => ({
    step: step.toUpperCase(),
    state: state.toUpperCase(),
    dueOn: dueOn && isoDay(dueOn),
  })),
});

export async function writeSaleEvent(
  transaction: Prisma.TransactionClient,
  sale: ToldSale,
  terms: Price,
  move: SaleMove,
): Promise<void> {
  const event = eventOf(move);
  if (event === undefined) return;
  await transaction.$executeRaw`
    SELECT write_api_event(${event}, 'Sale', ${sale.id}::uuid, ${sale.sellerId}::uuid,
      ${JSON.stringify(dataOf(sale, terms, move))}::jsonb)`;
}

/** The table of events in docs/partners.md. */
export function saleEventsTable(): string {
  const movesOf = new Map<string, string[]>();
  for (const move of moveNames) {
    const event = eventOf(move);
    if (event) movesOf.set(event, [...(movesOf.get(event) ?? []), move.toUpperCase()]);
  }
  return markdownTable(
    ['event', 'after the moves'],
    [...movesOf].map(([event, moves]) => [`\`${event}\``, moves.join(', ')]),
  );
}
