import type { InventoryProviderKind } from '../generated/prisma/client.ts';

/** Names of what a week can say; a mapping says where in a row each is. */
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
  'unitType',
  'view',
  'ownership',
  'season',
  'weekNumber',
] as const;

export type WeekField = (typeof weekFields)[number];

/** A week as a provider offers it, read but not judged; values as the provider wrote them. */
export type OfferedWeek = Partial<Record<WeekField, unknown>>;

/**
 * `number`: which row it was, from 1. A row that is no row at all (wrong number of columns, no
 * object, longer than 1 MB) has a problem instead.
 */
export type OfferedRow =
  { number: number; week: OfferedWeek } | { number: number; problem: string };

/** Nights that are taken elsewhere; plain dates, `to` is the day after the last night. */
export interface TakenNights {
  listingId: string;
  externalId: string;
  from: string;
  to: string;
}

export type TakenRow =
  { number: number; taken: TakenNights } | { number: number; listingId: string; problem: string };

/** Where in what a provider sends its weeks are. */
export interface Mapping {
  /** Path of the list, such as 'data.weeks'; empty or absent: the document itself is the list. */
  rows?: string;
  /** Path inside a row ('resort.name'), or the column; absent: it is called as we call it. */
  fields?: Partial<Record<WeekField, string>>;
}

export interface ProviderConfig {
  kind: InventoryProviderKind;
  /** As people know it; messages begin with it. */
  name: string;
  address: string;
  /** Sent as `Authorization: Bearer`; appears in no message and no log line. */
  key: string | undefined;
  mapping: Mapping;
  /** Of kind icalendar: one address for each listing; `address` itself is not read then. */
  calendars: { listingId: string; address: string }[];
}

/** What outside providers offer. An iteration that ends without throwing is a complete read. */
export interface Sources {
  /**
   * All rows, one after the other; whoever reads slowly slows the reading.
   * @throws {ProviderError} when the provider fails; the reason of `signal` when that is aborted
   */
  weeks(provider: ProviderConfig, signal: AbortSignal): AsyncIterable<OfferedRow>;
  /**
   * Nights that the calendars of a provider of kind icalendar name, calendar after calendar.
   * @throws {ProviderError} when the provider fails; the reason of `signal` when that is aborted
   */
  takenNights(provider: ProviderConfig, signal: AbortSignal): AsyncIterable<TakenRow>;
  /**
   * @throws {InvalidInputError} naming address, where no request may ever go there: another scheme
   *   than http(s), a private address without permission, a name and password in it
   */
  checkAddress(address: string, kind: InventoryProviderKind): Promise<void>;
}

/**
 * The provider failed. The message is for a person and holds no secret: 'Sandbox Weeks answered 500',
 * '… took longer than 30 seconds', '… ended in the middle'.
 */
export class ProviderError extends Error {}
