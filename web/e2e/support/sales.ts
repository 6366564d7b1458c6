import { inject } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { addDays, utcToday } from '#common/days.ts';
import { offerWeek, type OfferedWeek } from './bookings.ts';
import { sql } from './database.ts';
import { signUp } from './fixtures.ts';
import { ask } from './listings.ts';

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** Adds a verified listing of a new owner that is for sale. */
export async function offerForSale(
  page: Page,
  isOfPoints = false,
  hasFirstRefusal = false,
): Promise<OfferedWeek> {
  const week = await offerWeek(page, { title: 'A week of one’s own' });
  await sql(
    inject('databaseUrl'),
    `UPDATE listings SET is_for_sale = true, sale_price_cents = 900000,
       maintenance_fee_cents = 100001, right_of_first_refusal = $3,
       ownership = CASE WHEN $2 THEN 'points'::"ListingOwnership" ELSE ownership END WHERE id = $1`,
    [week.id, isOfPoints, hasFirstRefusal],
  );
  return week;
}

/** Plays the wire of the buyer, who chooses it first where a card can pay. */
export async function payByWire(buyer: Page, amount: string): Promise<void> {
  const choice = buyer.getByRole('radio', { name: /^By wire/ });
  const button = buyer.getByRole('button', { name: `Pay ${amount} from the Sandbox` });
  await choice.or(button).first().waitFor();
  if (await choice.isVisible()) await choice.check();
  await button.click();
}

/** Moves a listing to a resort that is alone at its place, and gives the place a rule. */
const ruleCoolingOff = (listingId: string, days: number) =>
  sql(
    inject('databaseUrl'),
    `WITH alone AS (
       SELECT (min(id::text))::uuid AS id, country, region FROM resorts
       GROUP BY country, region HAVING count(*) = 1 ORDER BY country, region LIMIT 1),
     rule AS (
       INSERT INTO cooling_off_rules (country, region, days) SELECT country, region, $2 FROM alone)
     UPDATE listings SET resort_id = alone.id FROM alone WHERE listings.id = $1`,
    [listingId, days],
  );

/** Lets the last day of an open step be long past, and the reminder too. */
export async function missStep(path: string, step: string): Promise<void> {
  const database = inject('databaseUrl');
  const saleId = path.split('/').at(-1);
  await sql(
    database,
    `UPDATE sale_steps SET due_on = due_on - 90, reminded_at = now() - interval '30 days'
     WHERE sale_id = $1 AND step = $2::"SaleStepName" AND state = 'open'`,
    [saleId, step],
  );
  // The clock looks at sales by a day that each change of the sale reckons anew.
  await sql(database, 'UPDATE sales SET version = version WHERE id = $1', [saleId]);
}

interface Answer {
  sale?: { databaseId: string; version: number; termSheet: { hash: string | null } };
  message?: string;
}

interface WantedSale {
  isOfPoints?: boolean;
  hasFirstRefusal?: boolean;
  /** A rule for the place of its resort, which is the only resort there. */
  coolingOffDays?: number;
}

/** A new buyer's offer of $8,000, with a deposit of $800. */
export async function offerOnSale(
  seller: Page,
  buyer: Page,
  { isOfPoints = false, hasFirstRefusal = false, coolingOffDays }: WantedSale = {},
) {
  const { id: listingId } = await offerForSale(seller, isOfPoints, hasFirstRefusal);
  if (coolingOffDays !== undefined) await ruleCoolingOff(listingId, coolingOffDays);
  const account = await signUp(buyer);
  const call = async (page: Page, name: string, input: object) => {
    const type = name.charAt(0).toUpperCase() + name.slice(1);
    const { answer } = await ask<{ answer: Answer }>(
      page.context().request,
      `mutation ($input: ${type}Input!) { answer: ${name}(input: $input) {
         ... on ${type}Payload { sale { databaseId version termSheet { hash } } }
         ... on Error { message } } }`,
      { input },
    );
    if (!answer.sale) throw new Error(answer.message);
    return answer.sale;
  };
  const terms = {
    priceCents: 800_000,
    depositCents: 80_000,
    firstUseYear: Number(utcToday().slice(0, 4)) + 1,
    closingCostsBy: 'BUYER',
    transferFeeBy: 'BUYER',
    maintenanceFeeBy: 'BUYER',
    bookedWeeksGoTo: 'SELLER',
    closingOn: addDays(utcToday(), 60),
  };
  let sale = await call(buyer, 'makeOffer', { listingId, terms });
  const { databaseId: saleId } = sale;
  const move = async (page: Page, name: string, more: object = {}) => {
    const { version } = sale;
    sale = await call(page, 'moveSale', { saleId, version, move: name, ...more });
    return sale;
  };
  return { path: `/sales/${saleId}`, account, move };
}

/** A sale whose terms both sides have confirmed. Returns its path. */
export async function agreeOnSale(seller: Page, buyer: Page, wanted?: WantedSale): Promise<string> {
  const { path, move } = await offerOnSale(seller, buyer, wanted);
  const { termSheet } = await move(seller, 'ACCEPT');
  const signature = { typedName: 'Marina Holt', termsHash: termSheet.hash };
  await move(buyer, 'CONFIRM_TERMS', signature);
  await move(seller, 'CONFIRM_TERMS', signature);
  return path;
}

/** The partner tells whether one side objects. */
export const dispute = (path: string, isOpen: boolean) =>
  sql(
    inject('databaseUrl'),
    'UPDATE escrow_accounts SET status = $2::"EscrowStatus" WHERE sale_id = $1',
    [path.split('/').at(-1), isOpen ? 'disputed' : 'active'],
  );
