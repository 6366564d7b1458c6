import { randomUUID } from 'node:crypto';
import type {
  MakeOfferInput,
  MoveSaleInput,
  SaleTermsInput,
} from '#api/generated/operations/graphql.ts';
import type { Listing, Prisma, SaleStepName } from '#api/generated/prisma/client.ts';
import { signatureHeader, signMessage } from '#api/platform/security/signedMessages.ts';
import type { Client } from '#api/testing/client.ts';
import { pdf } from '#api/testing/documents.ts';
import { createListing, createResort, signedInUser } from '#api/testing/factories.ts';
import { escrowSecret, type TestServer } from '#api/testing/testServer.ts';
import { uploadDocument } from '#api/testing/uploads.ts';
import { addDays, utcToday } from '#common/days.ts';
import { stepRule } from '../steps.ts';
import {
  makeOfferMutation,
  moveSaleMutation,
} from '#api/modules/sales/moves/testing/operations.ts';

export type SignedIn = Awaited<ReturnType<typeof signedInUser>>;

export interface Deal {
  id: string;
  listing: Listing;
  seller: SignedIn;
  buyer: SignedIn;
  team: SignedIn;
}

export const priceCents = 800_000;
export const depositCents = 80_000;

/**
 * A sale whose terms both sides have confirmed.
 * @param again an earlier deal whose seller sells the same listing to a new buyer
 */
export async function agreedDeal(
  server: TestServer,
  given: Partial<Prisma.ListingUncheckedCreateInput> = {},
  {
    country = 'Nowhere',
    deposit = depositCents,
    bookedWeeksGoTo = 'SELLER',
    again,
  }: {
    country?: string;
    deposit?: number;
    bookedWeeksGoTo?: 'BUYER' | 'SELLER';
    again?: Deal;
  } = {},
): Promise<Deal> {
  const resort = await createResort(server, { country });
  const seller =
    again?.seller ?? (await signedInUser(server, { firstName: 'Olga', lastName: 'Reed' }));
  const buyer = await signedInUser(server, { firstName: 'Bela', lastName: 'Nagy' });
  const team = await signedInUser(server, { role: 'admin' });
  const listing =
    again?.listing ??
    (await createListing(server, {
      resortId: resort.id,
      ownerId: seller.user.id,
      isForSale: true,
      salePriceCents: 900_000,
      ...given,
    }));
  const terms = dealTerms({ depositCents: deposit, bookedWeeksGoTo });
  const offered = await offer(server, buyer, { listingId: listing.id, terms });
  if (offered?.__typename !== 'MakeOfferPayload') throw new Error(JSON.stringify(offered));
  const { databaseId: id } = offered.sale;
  const deal = { id, listing, seller, buyer, team };
  const { termSheet } = await moved(server, deal, 'seller', 'ACCEPT');
  for (const [side, typedName] of [
    ['buyer', 'Bela Nagy'],
    ['seller', 'Olga Reed'],
  ] as const) {
    await moved(server, deal, side, 'CONFIRM_TERMS', {
      typedName,
      termsHash: termSheet.hash ?? null,
    });
  }
  return deal;
}

export const dealTerms = (given: Partial<SaleTermsInput> = {}): SaleTermsInput => ({
  priceCents,
  depositCents,
  firstUseYear: Number(utcToday().slice(0, 4)) + 1,
  closingCostsBy: 'BUYER',
  transferFeeBy: 'SELLER',
  maintenanceFeeBy: 'SPLIT',
  bookedWeeksGoTo: 'SELLER',
  closingOn: addDays(utcToday(), 60),
  ...given,
});

export const offer = async (server: Client, { cookie }: SignedIn, input: MakeOfferInput) =>
  (await server.graphql(makeOfferMutation, { input }, { cookie })).data?.makeOffer;

/** Makes a move with the version that the sale has now. */
export async function move(
  server: TestServer,
  deal: Deal,
  who: 'buyer' | 'seller' | 'team',
  name: MoveSaleInput['move'],
  more: Partial<MoveSaleInput> = {},
) {
  const { version } = await server.prisma.sale.findUniqueOrThrow({ where: { id: deal.id } });
  const input = { saleId: deal.id, version, move: name, ...more };
  const { cookie } = deal[who];
  return (await server.graphql(moveSaleMutation, { input }, { cookie })).data?.moveSale;
}

export async function moved(...args: Parameters<typeof move>) {
  const answer = await move(...args);
  if (answer?.__typename !== 'MoveSalePayload') throw new Error(JSON.stringify(answer));
  return answer.sale;
}

const facts = {
  estoppel: { feesOwedCents: 0, nextUseYear: 2028, validUntil: addDays(utcToday(), 400) },
  deed: { registry: 'Orange County', instrument: 'OR 2027-1234' },
  membership: { instrument: 'M 77' },
};

export const graphqlStep = (step: SaleStepName) => step.toUpperCase() as MoveSaleInput['step'];

/** Records a step with what it asks for. */
export async function record(
  server: TestServer,
  deal: Deal,
  step: SaleStepName,
  given: MoveSaleInput['facts'] = {},
) {
  const documentUrl = stepRule(step).needsDocument
    ? await uploadDocument(server, deal.team.cookie, pdf())
    : null;
  return move(server, deal, 'team', 'RECORD_STEP', {
    step: graphqlStep(step),
    facts: step in facts ? { ...facts[step as keyof typeof facts], ...given } : null,
    documentUrl,
  });
}

export async function recorded(server: TestServer, deal: Deal, ...steps: SaleStepName[]) {
  for (const step of steps) {
    const answer = await record(server, deal, step);
    if (answer?.__typename !== 'MoveSalePayload') throw new Error(JSON.stringify(answer));
  }
}

/** An event of the partner, signed as it does. */
export function tell(server: TestServer, deal: Pick<Deal, 'id'>, event: object) {
  const body = JSON.stringify({
    id: randomUUID(),
    reference: deal.id,
    occurredAt: '2027-02-13T09:30:00Z',
    ...event,
  });
  return server.send('/api/escrow/webhook', {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signMessage(escrowSecret, body),
    },
  });
}

/** The buyer pays, and the partner tells it. */
export async function paid(
  server: TestServer,
  deal: Deal,
  kind: 'deposit' | 'balance',
  amountCents = kind === 'deposit' ? depositCents : priceCents - depositCents,
): Promise<void> {
  const answer = await tell(server, deal, { kind, amountCents });
  if (answer.status !== 200) throw new Error(answer.text);
  await server.runJobs();
}

/** What the listing of a deal needs so that `sold` can close it. */
export const shortClosing = { ownership: 'points', rightOfFirstRefusal: false } as const;

/** Closes the deal: the resort confirms the buyer, and the partner pays the seller. */
export async function sold(server: TestServer, deal: Deal): Promise<void> {
  await paid(server, deal, 'deposit');
  await recorded(server, deal, 'estoppel');
  await paid(server, deal, 'balance');
  await recorded(server, deal, 'buyer_signature', 'seller_signature', 'membership', 'confirmation');
  await server.runJobs();
}

export const wholeSale = {
  steps: { orderBy: { step: 'asc' } },
  events: { orderBy: { number: 'asc' } },
  payouts: { orderBy: { id: 'asc' } },
  account: true,
  listing: true,
  terms: { orderBy: { number: 'desc' } },
  ledgerTransactions: { include: { entries: true } },
  paymentOperations: true,
  chargebacks: true,
} as const satisfies Prisma.SaleInclude;

export type WholeSale = Prisma.SaleGetPayload<{ include: typeof wholeSale }>;

export const stored = (server: TestServer, { id }: Pick<Deal, 'id'>) =>
  server.prisma.sale.findUniqueOrThrow({ where: { id }, include: wholeSale });

export const ledgerOf = async (server: TestServer, deal: Pick<Deal, 'id'>) =>
  sumsOf(await stored(server, deal));

/** Sums of the ledger of a sale by account. */
export function sumsOf({ ledgerTransactions }: Pick<WholeSale, 'ledgerTransactions'>) {
  const sums: Record<string, number> = {};
  for (const { account, amountCents } of ledgerTransactions.flatMap(({ entries }) => entries)) {
    sums[account] = (sums[account] ?? 0) + amountCents;
  }
  return sums;
}

export const stepStates = async (server: TestServer, deal: Pick<Deal, 'id'>) =>
  Object.fromEntries((await stored(server, deal)).steps.map(({ step, state }) => [step, state]));
