import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import {
  type Listing,
  type Prisma,
  type Sale,
  SaleMove,
  type SaleParty,
  type SaleSide,
  type SaleStepName,
} from '#api/generated/prisma/client.ts';
import { ConflictError, InvalidInputError, requireFound } from '#api/platform/errors.ts';
import { isoDay } from '#common/days.ts';
import { keepCall, keyedCall, wasMade } from '#api/platform/database/keyedCalls.ts';
import { violates } from '#api/platform/database/violations.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { idempotencyKey, optionalWords, parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireVerified } from '#api/modules/access/requireVerified.ts';
import { signedIn } from '#api/modules/access/signedIn.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { acceptPrintable } from '#api/modules/contracts/bookingFiles.ts';
import { attachToSale } from '#api/modules/contracts/saleFiles.ts';
import type { Uploader } from '#api/modules/contracts/uploads/keys.ts';
import { requestSaleAccount } from '#api/modules/escrow/saleEscrow.ts';
import { abandonOperation } from '#api/modules/payments/operations.ts';
import { windowOf, type Moment } from '#api/modules/moves/defineMoves.ts';
import {
  beginClosing,
  factsInput,
  factsOf,
  finishStep,
  laterDay,
  notNow,
  openStepOf,
  reopenStep,
  stepInput,
} from '../closing/closingSteps.ts';
import { settle } from '../closing/settle.ts';
import { dueStep, isOpenStep, isStepMoveOfClock } from '../closing/standing.ts';
import { fundsOf, isByItself, isReportedBy, stepRule, stepsAfter } from '../closing/steps.ts';
import {
  latestTerms,
  lockSale,
  makeMove,
  moved,
  type MovedSale,
  type MoveDeps,
  type SaleDeps,
} from './makeMove.ts';
import { isOpen, otherSide, ownMoves, partsOf, requireOpen, ruleOf } from './moves.ts';
import { hashOfSheet, termSheetOf, textOfSheet } from './termSheet.ts';
import { termsData, termsInput, type TermsInput } from './terms.ts';

const offerInput = z.object({ listingId: z.string(), terms: termsInput, idempotencyKey });

/**
 * Makes an offer for a timeshare that is for sale: a sale begins. A repeated call with the same
 * idempotency key returns the same sale.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if the viewer's address is not verified
 * @throws {ConflictError} if the viewer has an open offer for it, or it is under contract
 */
export async function makeOffer(
  deps: SaleDeps & Pick<Deps, 'rateLimits'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<Sale> {
  const buyer = requireVerified(viewer);
  const wanted = parseInput(offerInput, input);
  await deps.rateLimits.spend('offerByAccount', buyer.id);
  const listingId = idToFind(wanted.listingId);
  const call = keyedCall(`makeOffer ${buyer.id} ${listingId}`, wanted);
  return deps.database.prisma
    .$transaction(async (transaction) => {
      await transaction.$executeRaw`
        SELECT FROM listings WHERE id = ${listingId}::uuid FOR NO KEY UPDATE`;
      const latest = { where: { listingId, buyerId: buyer.id }, orderBy: { id: 'desc' } } as const;
      if (await wasMade(transaction, call)) return transaction.sale.findFirstOrThrow(latest);
      const listing = await transaction.listing.findUnique({
        where: { id: listingId, onSale: true, ownerId: { not: null } },
        select: { id: true, ownerId: true, currency: true, maintenanceFeeCents: true },
      });
      requireFound(listing, 'This timeshare is no longer for sale');
      if (listing.ownerId === buyer.id) {
        throw new InvalidInputError('listingId', 'This is your own timeshare');
      }
      const taken = {
        listingId,
        status: { in: ['accepted', 'agreed'] },
      } satisfies Prisma.SaleWhereInput;
      if (await transaction.sale.findFirst({ where: taken, select: { id: true } })) {
        throw new ConflictError('listingId', 'The owner has accepted an offer for this timeshare');
      }
      await keepCall(transaction, call);
      return beginSale(deps, transaction, listing, { buyerId: buyer.id, terms: wanted.terms });
    })
    .catch((error: unknown) => {
      throw violates(error, 'sales_one_open_of_buyer')
        ? new ConflictError('listingId', 'You have an open offer for this timeshare')
        : error;
    });
}

/** Begins a sale with the first terms. The caller has checked that the buyer may offer them. */
export async function beginSale(
  deps: MoveDeps,
  transaction: Prisma.TransactionClient,
  listing: Pick<Listing, 'id' | 'ownerId' | 'currency' | 'maintenanceFeeCents'>,
  { buyerId, terms }: { buyerId: string; terms: TermsInput },
): Promise<MovedSale> {
  const now = deps.clock();
  const sale = await transaction.sale.create({
    data: {
      listingId: listing.id,
      buyerId,
      sellerId: listing.ownerId ?? '',
      createdAt: now,
      ...windowOf(ruleOf('offer').opens?.hours ?? 0, now),
      terms: {
        create: {
          ...termsData(terms, listing),
          number: 1,
          side: 'buyer',
          currency: listing.currency,
          at: now,
        },
      },
    },
    include: moved,
  });
  return makeMove(deps, transaction, sale, 'offer', { party: 'buyer', actorId: buyerId });
}

export const moveInput = z.object({
  saleId: z.string(),
  version: z.number({ error: 'Version is required' }).int('Version must be a whole number'),
  move: z.enum(SaleMove),
  reason: optionalWords('Reason'),
  terms: termsInput.nullish(),
  typedName: optionalWords('Your name', 200),
  step: stepInput,
  facts: factsInput,
  documentUrl: optionalWords('documentUrl'),
  dueOn: z.iso.date({ error: 'Say the new last day' }).nullish(),
  termsHash: z
    .string({ error: 'termsHash must be text' })
    .max(64, 'termsHash is too long')
    .nullish(),
  idempotencyKey,
});

type Wanted = z.infer<typeof moveInput>;

type Carried = Pick<Wanted, 'move'> & Partial<Wanted>;

/**
 * Makes a person's move in a sale, such as counter, accept, confirm the terms or back out. Status,
 * terms, signature, history and mail are written in one transaction. A repeated call with the same
 * idempotency key changes nothing.
 * @param address from where the request came, kept with a signature
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError}
 * @throws {ForbiddenError} if the viewer may not make this move
 * @throws {ConflictError} if the sale has changed, the move is not open now, or the key was used
 *   for something else
 */
export async function moveSale(
  deps: SaleDeps & Pick<Deps, 'storage' | 'virusScanner'>,
  viewer: Viewer | null,
  address: string,
  input: unknown,
): Promise<Sale> {
  const person = signedIn(viewer);
  return moveAs(deps, input, {
    name: person.id,
    person,
    uploader: person.role === 'admin' ? person : null,
    address,
    partsIn: (_transaction, sale) => Promise.resolve(partsOf(person, sale)),
  });
}

/** Who makes a move: a member, or the escrow partner by its link. */
interface Caller {
  /** Names the caller among those who send the same idempotency key. */
  name: string;
  person: Viewer | null;
  /** Null if the caller adds no documents. */
  uploader: Uploader | null;
  address: string;
  /** The parts of the caller in the sale, which is locked. */
  partsIn: (transaction: Prisma.TransactionClient, sale: MovedSale) => Promise<SaleParty[]>;
}

/** Makes a move of `moveSale` for a caller. @throws as `moveSale` */
export async function moveAs(
  deps: SaleDeps & Pick<Deps, 'storage' | 'virusScanner'>,
  input: unknown,
  { name, person, uploader, address, partsIn }: Caller,
): Promise<Sale> {
  const wanted = parseInput(moveInput, input);
  const documentId = await acceptDocument(deps, uploader, wanted);
  const call = keyedCall(`moveSale ${name} ${wanted.saleId}`, wanted);
  return deps.database.prisma.$transaction(async (transaction) => {
    const sale = await lockSale(transaction, wanted.saleId);
    if (await wasMade(transaction, call)) return sale;
    const parts = await partsIn(transaction, sale);
    const party = requireOpen(parts, sale, wanted, momentOf(deps));
    await keepCall(transaction, call);
    const mover = { party, actorId: person?.id ?? null, documentId, address };
    const after = await carryOut(deps, transaction, sale, wanted, mover);
    if (party === 'team' && person) {
      await recordAudit(transaction, person, 'sale.move', sale.id, {
        before: { status: sale.status },
        after: {
          status: after.status,
          move: wanted.move,
          ...(wanted.step && { step: wanted.step }),
        },
        ...(wanted.reason !== null && { note: wanted.reason }),
      });
    }
    return transaction.sale.findUniqueOrThrow({ where: { id: sale.id } });
  });
}

/**
 * Makes a person's move, and every move that follows from it. The caller has checked that it is open.
 * @returns the sale after the person's move
 */
export async function carryOut(
  deps: MoveDeps,
  transaction: Prisma.TransactionClient,
  sale: MovedSale,
  wanted: Carried,
  mover: Mover,
): Promise<MovedSale> {
  const { move, reason, step } = wanted;
  const data = await prepareMove(deps, transaction, sale, wanted, mover);
  const { party, actorId } = mover;
  const after = await makeMove(deps, transaction, sale, move, {
    party,
    actorId,
    note: reason ?? null,
    step: isOfStep(move) ? (step ?? undefined) : undefined,
    data,
  });
  await followUp(deps, transaction, after, move);
  await makeOwnMoves(deps, transaction, after);
  return after;
}

const momentOf = ({ clock }: Pick<SaleDeps, 'clock'>): Moment => {
  const now = clock();
  return { now, today: isoDay(now) };
};

interface Mover {
  party: SaleParty;
  actorId: string | null;
  documentId: string | null;
  address: string;
}

/** Accepts the uploaded document of a step before the transaction that attaches it. */
async function acceptDocument(
  deps: Pick<Deps, 'database' | 'storage' | 'virusScanner'>,
  uploader: Uploader | null,
  { move, documentUrl }: Wanted,
): Promise<string | null> {
  if (documentUrl === null) return null;
  if (move !== 'record_step' || !uploader) {
    throw new InvalidInputError(
      'documentUrl',
      'Only the team and the partner add a document, when they record a step',
    );
  }
  return (await acceptPrintable(deps, 'closing', uploader, documentUrl)).id;
}

const isOfStep = (move: SaleMove): boolean => move.endsWith('_step');

/** Writes what a move needs besides its row, and gives the columns that it changes. */
async function prepareMove(
  { clock }: Pick<SaleDeps, 'clock'>,
  transaction: Prisma.TransactionClient,
  sale: MovedSale,
  wanted: Carried,
  { party, documentId, address }: Mover,
): Promise<Prisma.SaleUncheckedUpdateInput> {
  const { move, terms, typedName, termsHash } = wanted;
  const side: SaleSide = party === 'buyer' ? 'buyer' : 'seller';
  const { number, currency } = latestTerms(sale);
  switch (move) {
    case 'counter': {
      if (!terms) throw new InvalidInputError('terms', 'Say the terms that you offer');
      if (number >= mostTerms) {
        throw new ConflictError('move', 'There were too many counter-offers. Decline, or accept');
      }
      await transaction.saleTerms.create({
        data: {
          ...termsData(terms, sale.listing),
          saleId: sale.id,
          number: number + 1,
          side,
          currency,
          at: clock(),
        },
      });
      return { termsNumber: number + 1, turn: otherSide[side] };
    }
    case 'accept': {
      return {
        acceptedAt: clock(),
        termSheet: textOfSheet(termSheetOf(latestTerms(sale), subjectOf(sale, true))),
      };
    }
    case 'confirm_terms': {
      const hash = hashOfSheet(sale.termSheet ?? '');
      if (!typedName) throw new InvalidInputError('typedName', 'Type your name');
      if (normal(typedName) !== normal(nameOf(sale[side]))) {
        throw new InvalidInputError(
          'typedName',
          `Type your name as in your account: ${nameOf(sale[side])}`,
        );
      }
      if (termsHash !== hash) {
        throw new ConflictError(
          'termsHash',
          'These are not the accepted terms. Load the page again',
        );
      }
      await transaction.saleSignature.create({
        data: { saleId: sale.id, side, typedName, termsHash: hash, address, at: clock() },
      });
      return {};
    }
    case 'record_step':
    case 'waive_step':
    case 'fail_step':
    case 'extend_step':
      await changeStep(transaction, sale, wanted, { party, documentId, now: clock() });
      return {};
    default:
      return {};
  }
}

const stateAfter = { record_step: 'done', waive_step: 'waived', fail_step: 'failed' } as const;

/** Records, waives, fails or extends a step of a closing. */
async function changeStep(
  transaction: Prisma.TransactionClient,
  sale: MovedSale,
  { move, step: name, facts, dueOn }: Carried,
  { party, documentId, now }: Pick<Mover, 'party' | 'documentId'> & { now: Date },
): Promise<void> {
  const found = openStepOf(sale, name);
  const { step } = found;
  const rule = stepRule(step);
  if (move === 'extend_step') {
    if (step === 'cooling_off') throw new InvalidInputError('step', 'This step has its own days');
    await transaction.saleStep.update({
      where: { saleId_step: { saleId: sale.id, step } },
      data: { dueOn: laterDay(found, dueOn, isoDay(now)), remindedAt: null, escalatedAt: null },
    });
    return;
  }
  if (isByItself(step)) {
    throw new InvalidInputError(
      'step',
      'The money at the escrow partner, or time, decides this step',
    );
  }
  if (!isReportedBy(party, step)) {
    throw new InvalidInputError('step', 'Our team reports this step');
  }
  if (move === 'waive_step' && !rule.waived) {
    throw new InvalidInputError('step', "This step can't be left out");
  }
  if (move === 'fail_step' && !rule.failed) {
    throw new InvalidInputError('step', "This step can't fail: call the sale off");
  }
  // The estoppel has expired, and the job of the deadlines has not opened it again yet.
  const lapsed = dueStep('lapse', sale, { now, today: isoDay(now) });
  if (lapsed && stepsAfter(lapsed).includes(step)) {
    throw new ConflictError('step', notNow([lapsed]));
  }
  const recorded =
    move === 'record_step' ? { ...factsOf(step, facts, isoDay(now)), documentId } : {};
  if (move === 'record_step' && rule.needsDocument && documentId === null) {
    throw new InvalidInputError('documentUrl', 'Upload the document');
  }
  if (documentId !== null)
    await attachToSale(transaction, { documentId, saleId: sale.id, at: now });
  await finishStep(transaction, sale.id, step, {
    state: stateAfter[move as keyof typeof stateAfter],
    now,
    ...recorded,
  });
}

/** A sale can't be negotiated for ever. */
const mostTerms = 50;

const nameOf = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`;

const normal = (name: string) => name.trim().replaceAll(/\s+/gu, ' ').toLocaleLowerCase('en-US');

interface Named {
  firstName: string;
  lastName: string;
}

interface Subject {
  listing: { title: string; resort: { name: string } };
  buyer: Named;
  seller: Named;
}

/** The names of a term sheet: last names are shown once terms are accepted. */
export const subjectOf = ({ listing, buyer, seller }: Subject, isAccepted: boolean) => ({
  title: listing.title,
  resortName: listing.resort.name,
  buyerName: isAccepted ? nameOf(buyer) : buyer.firstName,
  sellerName: isAccepted ? nameOf(seller) : seller.firstName,
});

const clock = { party: 'clock', actorId: null } as const;

/** Makes the moves that follow from another at once. */
async function followUp(
  deps: MoveDeps,
  transaction: Prisma.TransactionClient,
  after: MovedSale,
  move: SaleMove,
): Promise<void> {
  if (move === 'accept') {
    for (const other of await othersOf(transaction, after, 'offered')) {
      await makeMove(deps, transaction, other, 'set_aside', clock);
    }
  }
  if (after.status === 'called_off' && after.acceptedAt !== null) {
    await tellSetAside(deps, transaction, after);
  }
}

/** The open sales of the same listing, in the order of their ids. */
const othersOf = (
  transaction: Prisma.TransactionClient,
  { id, listingId }: Pick<Sale, 'id' | 'listingId'>,
  status: 'offered' | 'set_aside',
  more: Prisma.SaleWhereInput = {},
): Promise<MovedSale[]> =>
  transaction.sale.findMany({
    where: { listingId, status, id: { not: id }, ...more },
    orderBy: { id: 'asc' },
    include: moved,
  });

/** Buyers who were set aside are told once that the timeshare is available again. */
async function tellSetAside(
  deps: MoveDeps,
  transaction: Prisma.TransactionClient,
  ended: MovedSale,
): Promise<void> {
  if (!ended.listing.isActive || !ended.listing.isForSale) return;
  const untold = { events: { none: { move: 'available_again' } } } satisfies Prisma.SaleWhereInput;
  for (const other of await othersOf(transaction, ended, 'set_aside', untold)) {
    await makeMove(deps, transaction, other, 'available_again', clock);
  }
}

/** Moves that no person makes, and no other move brings. */
const dueMoves = ownMoves.filter(({ move }) => move !== 'set_aside' && move !== 'available_again');

/** More moves of the clock than a sale can have at one instant: an error in the table. */
const mostOwnMoves = 60;

/** Makes every move that is due by the clock or the partner's money, and orders what sides then get. */
async function makeOwnMoves(
  deps: MoveDeps,
  transaction: Prisma.TransactionClient,
  before: MovedSale,
): Promise<void> {
  let sale = before;
  for (let made = 0; ; made += 1) {
    const moment = momentOf(deps);
    const due = dueMoves.find(({ move, party }) => isOpen(sale, move, party, moment));
    if (!due) break;
    if (made === mostOwnMoves) throw new Error(`Sale ${sale.id} moves without an end`);
    const { move } = due;
    const step = isStepMoveOfClock(move) ? dueStep(move, sale, moment) : undefined;
    const note = await prepareOwnMove(deps, transaction, sale, move, step);
    const isByCard =
      move === 'funds_in' && step === 'deposit' && fundsOf(sale.ledgerTransactions).cardCents > 0;
    const party = isByCard ? 'provider' : due.party;
    sale = await makeMove(deps, transaction, sale, move, { party, actorId: null, note, step });
    await followUp(deps, transaction, sale, move);
  }
  // A payment by card that is still under way is no longer wanted.
  if (sale.agreedAt && (sale.status !== 'agreed' || !isOpenStep(sale, 'deposit'))) {
    await abandonOperation(deps, transaction, sale.id);
  }
  await settle(deps, transaction, sale, latestTerms(sale));
}

/** Writes what a move of the clock or the partner needs besides the row of the sale, and gives its note. */
async function prepareOwnMove(
  deps: MoveDeps,
  transaction: Prisma.TransactionClient,
  sale: MovedSale,
  move: SaleMove,
  name: SaleStepName | undefined,
): Promise<string | null> {
  const now = deps.clock();
  if (move === 'agree') {
    await beginClosing(transaction, sale, latestTerms(sale), isoDay(now));
    await requestSaleAccount(transaction, sale.id);
  }
  const found = sale.steps.find(({ step }) => step === name);
  if (!found) return null;
  const { step } = found;
  if (move === 'lapse') {
    return reopenStep(transaction, found, latestTerms(sale).currency, isoDay(now));
  }
  if (move === 'remind' || move === 'escalate') {
    await transaction.saleStep.update({
      where: { saleId_step: { saleId: sale.id, step } },
      data: move === 'remind' ? { remindedAt: now } : { escalatedAt: now },
    });
  } else if (move === 'funds_in' || move === 'cooling_ends' || move === 'release') {
    await finishStep(transaction, sale.id, step, { state: 'done', now });
  }
  return null;
}

/** Makes every move of the clock that is due for a sale. */
export async function moveSaleByClock(
  deps: MoveDeps,
  transaction: Prisma.TransactionClient,
  saleId: string,
): Promise<void> {
  await makeOwnMoves(
    deps,
    transaction,
    await openAnew(deps, transaction, await lockSale(transaction, saleId)),
  );
}

/** A window that ends before its mail was sent begins anew, once: nothing waits for mail for ever. */
async function openAnew(
  deps: MoveDeps,
  transaction: Prisma.TransactionClient,
  sale: MovedSale,
): Promise<MovedSale> {
  const now = deps.clock();
  if (sale.isTold || sale.answerBy === null || sale.answerBy > now) return sale;
  const window = windowOf(ruleOf('offer').opens?.hours ?? 0, now);
  await transaction.sale.update({ where: { id: sale.id }, data: window });
  return { ...sale, ...window };
}
