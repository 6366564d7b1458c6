import { inject } from 'vitest';
import type { Page } from 'playwright-core';
import { offerWeek, type OfferedWeek } from './bookings.ts';
import { sql } from './database.ts';

/** Adds a verified listing of a new owner that is for sale. */
export async function offerForSale(page: Page): Promise<OfferedWeek> {
  const week = await offerWeek(page, { title: 'A week of one’s own' });
  await sql(
    inject('databaseUrl'),
    `UPDATE listings SET is_for_sale = true, sale_price_cents = 900000,
       maintenance_fee_cents = 100001 WHERE id = $1`,
    [week.id],
  );
  return week;
}
