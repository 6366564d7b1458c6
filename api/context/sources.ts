import type { InventoryProviderKind } from '../generated/prisma/client.ts';

/** Fields of a week in a feed; a mapping gives the path of each in a row. */
export const weekFields = [
  'externalId',
  'resortId',
  'resortName',
  'resortLocation',
  'resortBrand',
  'title',
  'description',
  'pricePerNight',
  'currency',
  'availableFrom',
  'availableTo',
  'maxGuests',
  'bedrooms',
  'beds',
  'bathrooms',
  'kitchen',
  'checkInTime',
  'unitType',
  'view',
  'ownership',
  'season',
  'weekNumber',
] as const;

export type WeekField = (typeof weekFields)[number];

/** A week from a feed: parsed, not validated. */
export type OfferedWeek = Partial<Record<WeekField, unknown>>;

/**
 * `number` counts rows from 1. An unreadable row (wrong number of columns, not an object, longer
 * than 1 MB) has a problem instead of a week.
 */
export type OfferedRow =
  | { number: number; week: OfferedWeek }
  | { number: number; problem: string };

/** Nights taken elsewhere. Days as YYYY-MM-DD; `to` is the day after the last night. */
export interface TakenNights {
  listingId: string;
  externalId: string;
  from: string;
  to: string;
}

/**
 * A problem means that nights of the calendar may be missing; a remark, that another part is
 * unreadable. Both precede the nights of the calendar.
 */
export type TakenRow =
  | { number: number; taken: TakenNights }
  | { number: number; listingId: string; problem: string }
  | { number: number; listingId: string; remark: string };

/** Positions of the weeks and their fields in a provider's document. */
export interface Mapping {
  /** Path of the list, such as 'data.weeks'; empty or absent: the document itself is the list. */
  rows?: string;
  /** Path in a row ('resort.name') or column name. Defaults to the field's own name. */
  fields?: Partial<Record<WeekField, string>>;
}

export interface ProviderConfig {
  kind: InventoryProviderKind;
  /** Display name; messages begin with it. */
  name: string;
  address: string;
  /** Sent as `Authorization: Bearer`; never in a message or log line. */
  key: string | undefined;
  mapping: Mapping;
  /**
   * For the kind icalendar: one address per listing, read instead of `address`, with the time zone
   * of the listing's resort, if known.
   */
  calendars: { listingId: string; address: string; timeZone: string | undefined }[];
}

/** Reads the feeds of providers. An iteration that ends without throwing is a complete read. */
export interface Sources {
  /**
   * All rows in order. Reading waits for a slow consumer.
   * @throws {ProviderError} if the provider fails; the reason of `signal` if it aborts
   */
  weeks(provider: ProviderConfig, signal: AbortSignal): AsyncIterable<OfferedRow>;
  /**
   * Taken nights of a provider of kind icalendar, calendar by calendar.
   * @throws {ProviderError} if the provider fails; the reason of `signal` if it aborts
   */
  takenNights(provider: ProviderConfig, signal: AbortSignal): AsyncIterable<TakenRow>;
  /**
   * @throws {InvalidInputError} naming `address`, if requests may not go there: a scheme other than
   *   http(s), a private address that is not allowed, or a name and password in the URL
   */
  checkAddress(address: string, kind: InventoryProviderKind): Promise<void>;
}

/**
 * The provider failed. The message is shown to people and holds no secret: 'Sandbox Weeks answered
 * 500', '… took longer than 30 seconds', '… ended in the middle'.
 */
export class ProviderError extends Error {}
