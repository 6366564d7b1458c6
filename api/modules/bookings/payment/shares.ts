import type { Booking } from '#api/generated/prisma/client.ts';
import type { Amounts, Shares } from '#api/modules/ledger/ledger.ts';
import { refundShares, splitOf, type Refund } from '#api/modules/pricing/cancellation.ts';
import { taxLine, type QuoteLine } from '#api/modules/pricing/quote.ts';
import { balanceCents, owesBalance, type InParts } from '../moves/moves.ts';

type Priced = Pick<
  Booking,
  'id' | 'nightsCents' | 'cleaningCents' | 'taxCents' | 'keepsTax' | 'serviceFeeCents'
>;

/**
 * The price lines stored with a booking. @throws {Error} if the stay was agreed outside Tideweek
 */
export function linesOf({
  id,
  nightsCents,
  cleaningCents,
  taxCents,
  keepsTax,
  serviceFeeCents,
}: Priced): QuoteLine[] {
  if (
    nightsCents === null ||
    cleaningCents === null ||
    taxCents === null ||
    serviceFeeCents === null
  ) {
    throw new Error(`Booking ${id} has no price lines`);
  }
  return [
    { kind: 'nights', cents: nightsCents },
    { kind: 'cleaning', cents: cleaningCents },
    taxLine(taxCents, keepsTax),
    { kind: 'service_fee', cents: serviceFeeCents },
  ];
}

/** A refund of the whole price, as far as the price is paid: no more can be given back or kept. */
export function ofPaid(booking: InParts, refund: Refund): Refund {
  const { totalPriceCents } = booking;
  const refundCents = Math.max(0, refund.refundCents - balanceCents(booking));
  return {
    ...refund,
    refundCents,
    keptCents: totalPriceCents - balanceCents(booking) - refundCents,
  };
}

type Divided = Priced &
  InParts &
  Pick<Booking, 'status' | 'cancellationPolicy' | 'refundCents' | 'outsideRefundCents'>;

/** What the traveler gets back in all: what was decided, else what the provider's dashboard gave. */
export const givenBack = ({
  refundCents,
  outsideRefundCents,
}: Pick<Booking, 'refundCents' | 'outsideRefundCents'>): number =>
  refundCents ?? outsideRefundCents;

/**
 * Who has the rest of the price: a refund by the policy, or one of any amount. What was never paid
 * counts as given back.
 */
export function keptShares(booking: Divided): Shares {
  const lines = linesOf(booking);
  const back = givenBack(booking) + balanceCents(booking);
  const byPolicy =
    booking.refundCents === null || booking.status === 'resolved'
      ? undefined
      : refundShares(booking.cancellationPolicy ?? 'flexible', lines).find(
          ({ refundCents }) => refundCents === back,
        );
  const kept = byPolicy ?? (owesBalance(booking) ? splitUntaxed : splitOf)(lines, back);
  const of = (...kinds: QuoteLine['kind'][]): number =>
    kept.lines
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, { keptCents }) => sum + keptCents, 0);
  return {
    hostCents: of('nights', 'cleaning'),
    taxCents: of('tax'),
    serviceFeeCents: of('service_fee'),
  };
}

/**
 * Divides what is kept of a deposit where the policy would keep more: the tax is given back first,
 * unless the destination keeps it of cancelled stays.
 */
function splitUntaxed(lines: QuoteLine[], back: number): Refund {
  const kept = lines.filter(({ kind, isKept }) => kind !== 'tax' || isKept === true);
  const rest = back - lines.reduce((sum, { cents }) => sum + cents, 0);
  const left = rest + kept.reduce((sum, { cents }) => sum + cents, 0);
  return left < 0 ? splitOf(lines, back) : splitOf(kept, left);
}

/** What the host, the tax office and the site lose if more of a divided price is given back. */
export function sharesTaken(
  booking: Divided & Pick<Booking, 'ownerId'>,
  data: Partial<Pick<Booking, 'refundCents' | 'outsideRefundCents'>>,
): Amounts {
  const [before, after] = [keptShares(booking), keptShares({ ...booking, ...data })];
  return {
    [booking.ownerId === null ? 'provider_payable' : 'owner_payable']:
      before.hostCents - after.hostCents,
    tax_payable: before.taxCents - after.taxCents,
    service_fee: before.serviceFeeCents - after.serviceFeeCents,
  };
}
