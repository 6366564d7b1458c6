import type { Prisma } from '../generated/prisma/client.ts';
import { lockSaleAccount, takeSaleEvent } from '../modules/escrow/saleEscrow.ts';
import { stepRule } from '../modules/sales/closing/steps.ts';
import { lockSale } from '../modules/sales/moves/makeMove.ts';
import { beginSale, carryOut, moveSaleByClock } from '../modules/sales/moves/moveSale.ts';
import { hashOfSheet } from '../modules/sales/moves/termSheet.ts';
import { addDays, dayMs, isoDay } from '#common/days.ts';
import type { ObjectStorage } from '../platform/storage/objectStorage.ts';
import { certificatePdf } from './certificatePdf.ts';
import type { ListingRow, SampleData } from './sampleData.ts';
import { saleStories, type Happening, type SaleStory } from './saleStories.ts';
import { storePdf } from './seedStays.ts';

type Transaction = Prisma.TransactionClient;

/** The documents of recorded steps, whose files are stored. */
type SaleDocuments = ReadonlyMap<
  Happening,
  Awaited<ReturnType<typeof storePdf>> & { fileName: string }
>;

/** Stores the files of the documents. Call it before the transaction that stores the sales. */
export async function storeSaleDocuments(
  storage: Pick<ObjectStorage, 'write'>,
  data: SampleData,
): Promise<SaleDocuments> {
  const stored = new Map<Happening, Awaited<ReturnType<typeof storePdf>> & { fileName: string }>();
  for (const story of saleStories) {
    const { listing } = partiesOf(data, story);
    for (const happening of story.happenings) {
      const { does, step } = happening;
      if (does !== 'record_step' || !step || !stepRule(step).needsDocument) continue;
      const { title } = stepRule(step);
      const content = certificatePdf({
        title,
        resort: data.resorts.find(({ id }) => id === listing.resortId)?.name ?? '',
        facts: [{ label: 'Timeshare', value: listing.title }],
        note: 'Sample data: this document proves nothing.',
      });
      stored.set(happening, { ...(await storePdf(storage, content)), fileName: `${title}.pdf` });
    }
  }
  return stored;
}

type Parties = ReturnType<typeof partiesOf>;

function partiesOf({ users: [team, ...others], listings }: SampleData, story: SaleStory) {
  const listing = listings[story.listing];
  const buyer = others[story.buyer - 1];
  const seller = others.find(({ id }) => id === listing?.ownerId);
  if (!team || !listing || !buyer || !seller) throw new Error('a sample sale has nobody');
  return { listing, people: { team, buyer, seller } };
}

/**
 * Makes the sales of the stories by the moves of the product, and tells nobody. Their listings must
 * be stored already.
 * @param documents as stored by `storeSaleDocuments`
 * @param now until when the stories have progressed
 */
export async function loadSampleSales(
  transaction: Transaction,
  data: SampleData,
  documents: SaleDocuments,
  now: Date,
): Promise<void> {
  for (const story of saleStories) {
    const parties = partiesOf(data, story);
    // The end of a sale takes its listing off the site.
    const { id } = parties.listing;
    await transaction.listing.update({ where: { id }, data: { isActive: true } });
    let saleId = '';
    for (const happening of story.happenings) {
      const at = new Date(now.getTime() - happening.daysAgo * dayMs);
      const document = documents.get(happening);
      if (document) {
        const { team } = parties.people;
        await transaction.contractDocument.create({
          data: { ...document, ownerId: team.id, status: 'accepted', createdAt: at },
        });
      }
      const documentId = document?.id ?? null;
      saleId = await happen(transaction, saleId, happening, { ...parties, documentId, at });
    }
  }
}

/** @returns the id of the sale */
async function happen(
  transaction: Transaction,
  saleId: string,
  happening: Happening,
  { listing, people, documentId, at }: Parties & { documentId: string | null; at: Date },
): Promise<string> {
  const { by, does, words = null, step, facts } = happening;
  const deps = { clock: () => at, payments: undefined };
  if (by === 'partner') {
    await tell(transaction, saleId, does, at);
    await moveSaleByClock(deps, transaction, saleId);
    return saleId;
  }
  const terms = termsOf(listing, happening, at);
  if (does === 'offer') {
    const offered = { buyerId: people.buyer.id, terms };
    return (await beginSale(deps, transaction, { ...listing, currency }, offered)).id;
  }
  const sale = await lockSale(transaction, saleId);
  const { firstName, lastName, id: actorId } = people[by];
  await carryOut(
    deps,
    transaction,
    sale,
    {
      move: does,
      terms,
      step,
      reason: does === 'counter' ? null : words,
      typedName: `${firstName} ${lastName}`,
      termsHash: hashOfSheet(sale.termSheet ?? ''),
      facts: {
        ...noFacts,
        ...facts,
        ...(step === 'estoppel' && {
          nextUseYear: terms.firstUseYear,
          validUntil: addDays(isoDay(at), 90),
        }),
      },
    },
    { party: by, actorId, documentId, address: '127.0.0.1' },
  );
  return saleId;
}

const currency = 'USD';

const noFacts = { registry: null, book: null, page: null, instrument: null };

function termsOf(listing: ListingRow, happening: Happening, at: Date) {
  const { percent = 100, words: note = null } = happening;
  const priceCents = Math.round(((listing.salePriceCents ?? 0) * percent) / 10_000) * 100;
  return {
    priceCents,
    depositCents: Math.round(priceCents / 1_000) * 100,
    firstUseYear: listing.firstUseYear ?? at.getUTCFullYear() + 1,
    closingCostsCents: 45_000,
    closingCostsBy: 'buyer',
    transferFeeCents: null,
    transferFeeBy: 'split',
    maintenanceFeeBy: listing.nextFeePaidBy === 'buyer' ? 'buyer' : 'seller',
    bookedWeeksGoTo: 'seller',
    closingOn: addDays(isoDay(at), 90),
    note,
  } as const;
}

/** Applies an event of the sandbox partner: the buyer has paid for a step, or the seller was paid. */
async function tell(
  transaction: Transaction,
  saleId: string,
  kind: Extract<Happening, { by: 'partner' }>['does'],
  at: Date,
): Promise<void> {
  const opened = { saleId, accountId: `sandbox-sample-${saleId}`, status: 'active' } as const;
  const account =
    (await lockSaleAccount(transaction, saleId)) ??
    (await transaction.escrowAccount.create({ data: opened }));
  const of =
    kind === 'deposit' || kind === 'balance'
      ? await transaction.saleStep.findFirst({ where: { saleId, step: kind } })
      : await transaction.escrowPayout.findFirst({ where: { saleId, paidAt: null } });
  const event = {
    id: `sandbox-${kind}-${saleId}`,
    reference: saleId,
    status: null,
    kind,
    amountCents: of?.amountCents ?? null,
    accountId: null,
    occurredAt: at,
  };
  await takeSaleEvent(transaction, account, event, at);
}
