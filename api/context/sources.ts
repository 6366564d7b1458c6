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

/** `number` counts from 1. An unreadable row (columns, type, over 1 MB) has no week. */
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

/** A problem: nights may be missing; a remark: another part is unreadable. Both come first. */
export type TakenRow =
  | { number: number; taken: TakenNights }
  | { number: number; listingId: string; problem: string }
  | { number: number; listingId: string; remark: string };

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
  /** A provider of the kind icalendar has calendars instead of `address`; `timeZone` is the resort's. */
  calendars: { listingId: string; address: string; timeZone: string | undefined }[];
}

/** ETag and Last-Modified of an answer, as they were sent. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** A calendar that an owner brings in. */
export interface AskedCalendar {
  /** Messages begin with it. */
  name: string;
  address: string;
  timeZone: string;
  known: Validators;
}

/** Entries of a calendar: see `readCalendar`. */
export interface ReadCalendar {
  validators: Validators;
  entries: (
    | { externalId: string; from: string; to: string }
    | { problem: string }
    | { remark: string }
  )[];
}

/** Reads the feeds of providers. An iteration that ends without throwing is a complete read. */
export interface Sources {
  /** All rows, at the consumer's pace. @throws {ProviderError}, or the reason of `signal` */
  weeks(provider: ProviderConfig, signal: AbortSignal): AsyncIterable<OfferedRow>;
  /** Calendar by calendar. @throws {ProviderError}, or the reason of `signal` */
  takenNights(provider: ProviderConfig, signal: AbortSignal): AsyncIterable<TakenRow>;
  /**
   * A calendar of an owner; undefined if it is the same as before.
   * @throws {ProviderError}, or the reason of `signal`
   */
  calendar(asked: AskedCalendar, signal: AbortSignal): Promise<ReadCalendar | undefined>;
  /** @throws {InvalidInputError} naming `address`, if no owner's calendar may be there */
  checkCalendarAddress(address: string): Promise<void>;
  /** @throws {InvalidInputError} naming `address`, if requests may not go there */
  checkAddress(address: string, kind: InventoryProviderKind): Promise<void>;
}

/** The message is shown to people and holds no secret: 'Sandbox Weeks answered 500'. */
export class ProviderError extends Error {}
