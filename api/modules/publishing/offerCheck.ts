import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { isoDay } from '#common/days.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { isPublic } from '../listings/listings.ts';
import { readSmtpSettings } from '../mail/smtpSettings.ts';

export interface CheckedOffer {
  resortName: string;
  title: string;
  isForSale: boolean;
  isForRent: boolean;
  /** The last day on which the team verified the ownership; null for weeks of providers. */
  verifiedOn: string | null;
  /** The path of its page; null if it is no longer offered. */
  path: string | null;
}

export interface OfferCheck {
  offer: CheckedOffer | null;
  mailDomain: string | null;
}

const letters = /^[CDFGHJKMNPQRTVWX]{10}$/;

const input = z.object({ code: z.string().max(100, 'A code has ten letters') });

/** A code as people read it: CDFGH-JKMNP. */
export const shownCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/**
 * What a code stands for: a listing that is public, or was once verified. Says nothing about its
 * owner, and answers unknown codes like those of listings that were never public.
 * @throws {InvalidInputError | RateLimitedError}
 */
export async function checkOffer(
  deps: Pick<Deps, 'database' | 'rateLimits' | 'secrets' | 'siteSettings'>,
  caller: { address: string },
  given: unknown,
): Promise<OfferCheck> {
  const code = parseInput(input, given).code.replace(/[\s-]/g, '').toUpperCase();
  if (code !== '') await deps.rateLimits.spend('offerCodeByAddress', caller.address);
  return {
    offer: letters.test(code) ? await offerOf(deps, code) : null,
    mailDomain: await mailDomain(deps),
  };
}

async function offerOf(
  { database }: Pick<Deps, 'database'>,
  offerCode: string,
): Promise<CheckedOffer | null> {
  const listing = await database.prisma.listing.findUnique({
    where: { offerCode },
    include: {
      resort: { select: { name: true } },
      events: { where: { kind: 'verified' }, orderBy: { number: 'desc' }, take: 1 },
    },
    relationLoadStrategy: 'join',
  });
  const verified = listing?.events[0]?.createdAt;
  if (!listing || (!isPublic(listing) && !verified)) return null;
  const { onOffer, onSale, resort, resortId, title } = listing;
  const path = onSale ? `/sale/${listing.id}` : `/resort/${resortId}`;
  return {
    resortName: resort.name,
    title,
    isForSale: onSale,
    isForRent: onOffer,
    verifiedOn: verified ? isoDay(verified) : null,
    path: isPublic(listing) ? path : null,
  };
}

/** The part of our sender's address after the @. */
async function mailDomain(deps: Pick<Deps, 'database' | 'secrets' | 'siteSettings'>) {
  const settings = await readSmtpSettings(deps).catch(() => undefined);
  const address = settings?.from.address ?? deps.siteSettings.current().contactEmail;
  return address.split('@')[1] ?? null;
}
