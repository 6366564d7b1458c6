import { z } from 'zod';

/** `row`: only shown; `place`: lists filter or sort by it; `stay`: listings and nights. */
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
  // Announcements omit null fields.
  latitude: z.number().nullable().default(null),
  longitude: z.number().nullable().default(null),
});

export type Place = z.infer<typeof place>;

const placeChange = z
  .object({ b: place.optional(), a: place.optional(), t: z.boolean().optional() })
  .transform(({ b: before, a: after, t: wordsDiffer = false }) => ({ before, after, wordsDiffer }));

export type PlaceChange = z.infer<typeof placeChange>;

export interface ResortChange {
  part: ChangePart;
  resortIds?: string[] | undefined;
  /** Undefined: unknown. For `stay`, the current resorts as `after`. */
  places?: PlaceChange[] | undefined;
}

/** The change; undefined: anything may have changed. */
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
