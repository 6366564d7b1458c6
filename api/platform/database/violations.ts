import pg from 'pg';
import { Prisma } from '#api/generated/prisma/client.ts';

/** Expected errors, not bugs; triggers raise some. A test compares the list with the database. */
export const answeredConstraints = [
  'blocked_nights_not_booked',
  'bookings_no_double_booking',
  'bookings_not_blocked',
  'bookings_shortest_stay',
  'bookings_within_listing',
  'favorites_resort_id_fkey',
  'idempotency_keys_pkey',
  'inventory_providers_name_key',
  'listing_calendars_listing_id_name_key',
  'listing_drafts_resort_id_fkey',
  'listings_owner_id_owner_reference_key',
  'message_reports_message_id_reporter_id_key',
  'message_threads_listing_id_traveler_id_owner_id_key',
  'organizations_account_id_key',
  'review_reports_review_id_fkey',
  'review_reports_review_id_reporter_id_key',
  'reviews_booking_id_key',
  'reviews_one_per_resort',
  'reviews_resort_id_fkey',
  'sales_one_open_of_buyer',
  'site_settings_key_key',
  'users_email_key',
  'users_username_key',
] as const;

type AnsweredConstraint = (typeof answeredConstraints)[number];

export function violates(error: unknown, ...constraints: AnsweredConstraint[]): boolean {
  const violated = violatedConstraint(error);
  return constraints.some((constraint) => constraint === violated);
}

/** Rejects with another error if the work violates a constraint. */
export const onViolation = <Result>(
  work: Promise<Result>,
  constraint: AnsweredConstraint,
  refusal: () => Error,
): Promise<Result> =>
  work.catch((error: unknown) => {
    throw violates(error, constraint) ? refusal() : error;
  });

/** PostgreSQL's error code (appendix A of its manual), from an error of pg or Prisma. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : driverCauseOf(error)?.originalCode;

export const isMissingRow = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025';

function violatedConstraint(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) {
    return error.constraint;
  }
  const cause = driverCauseOf(error);
  const isViolation = cause?.originalCode?.startsWith('23') === true;
  return isViolation ? (cause?.constraint?.index ?? cause?.hint) : undefined;
}

/** Prisma's adapter passes on only the hint of check and exclusion constraints, which is empty. */
export function keepConstraintName(error: unknown): void {
  if (error instanceof pg.DatabaseError && error.code?.startsWith('23')) {
    error.hint ??= error.constraint;
  }
}

interface DriverCause {
  originalCode?: string;
  constraint?: { index?: string };
  hint?: string;
}

function driverCauseOf(error: unknown): DriverCause | undefined {
  // Prisma wraps the error of its adapter, except that of a commit.
  if (error instanceof Error && error.name === 'DriverAdapterError') {
    return error.cause as DriverCause | undefined;
  }
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) {
    return undefined;
  }
  const meta = error.meta as { driverAdapterError?: { cause?: DriverCause } } | undefined;
  return meta?.driverAdapterError?.cause;
}
