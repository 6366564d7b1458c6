import { Prisma } from '#api/generated/prisma/client.ts';

/**
 * SQL condition: a row of `listings` is on offer. The database keeps the column (function
 * is_on_offer).
 */
export const onOffer = Prisma.sql`listings.on_offer`;
