import { z } from 'zod';

/**
 * What of a resort changed: `row`, only columns that are shown; `place`, also what lists filter or sort
 * by; `review`; `stay`, listings and nights; `detail`, pictures and seasons.
 */
export const changeParts = ['row', 'place', 'review', 'stay', 'detail'] as const;

export type ChangePart = (typeof changeParts)[number];

const place = z.object({
  id: z.string(),
  priceMin: z.number(),
  rating: z.number(),
  reviewCount: z.number(),
  destination: z.string(),
  brand: z.string(),
  amenities: z.array(z.string()),
  isNew: z.boolean(),
  // Announcements leave out what is null.
  latitude: z.number().nullable().default(null),
  longitude: z.number().nullable().default(null),
});

/** What lists of resorts filter and sort by. */
export type Place = z.infer<typeof place>;

const placeChange = z
  .object({ b: place.optional(), a: place.optional(), t: z.boolean().optional() })
  .transform(({ b: before, a: after, t: wordsDiffer = false }) => ({ before, after, wordsDiffer }));

/** A resort before and after a change; without one of them it was added or removed. */
export type PlaceChange = z.infer<typeof placeChange>;

/** A change of resorts, or of what belongs to them. */
export interface ResortChange {
  part: ChangePart;
  /** Undefined: any. */
  resortIds?: string[] | undefined;
  /** Undefined: unknown. For `stay`, the resorts as they are, as `after`. */
  places?: PlaceChange[] | undefined;
}

/** What changed; undefined: anything may have. */
export type Change = ResortChange | undefined;

export interface Announcement {
  /** The id of the transaction that made the change; undefined if it is not known. */
  transaction: string | undefined;
  change: Change;
}

const announcement = z
  .object({
    x: z.string(),
    k: z.enum(changeParts),
    r: z.array(z.string()).optional(),
    p: z.array(placeChange).optional(),
  })
  .transform(({ x: transaction, k: part, r: resortIds, p: places }): Announcement => ({
    transaction,
    change: { part, resortIds, places },
  }));

/** Reads the payload of a notification, which triggers write (prisma/sql/changes.sql). */
export function readAnnouncement(payload: string): Announcement {
  const anything = { transaction: /^\d+$/.exec(payload)?.[0], change: undefined };
  if (!payload.startsWith('{')) {
    return anything;
  }
  try {
    return announcement.safeParse(JSON.parse(payload)).data ?? anything;
  } catch {
    return anything;
  }
}
