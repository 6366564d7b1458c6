import type { FieldError } from './fieldErrors.ts';

/** The common part of all mutation results. */
export interface Result {
  readonly __typename: string;
  readonly message?: string | undefined;
  readonly fieldErrors?: readonly FieldError[] | undefined;
}

/** The server refused a mutation. */
export class RefusedError extends Error {
  readonly fieldErrors: readonly FieldError[];

  constructor(result: Result | null | undefined) {
    super(result?.message);
    this.fieldErrors = result?.fieldErrors ?? [];
  }
}

export const refusedAt = (field: string, message: string = ''): RefusedError =>
  new RefusedError({ __typename: 'InvalidInputError', message, fieldErrors: [{ field, message }] });

/**
 * @param passwordField The field at which a wrong password is shown.
 * @throws {RefusedError} Unless the mutation succeeded.
 */
export function assertAccepted(result: Result | null | undefined, passwordField?: string): void {
  if (passwordField !== undefined && result?.__typename === 'InvalidCredentialsError') {
    throw refusedAt(passwordField, result.message);
  }
  if (!result?.__typename.endsWith('Payload')) throw new RefusedError(result);
}

/** Whether a mutation was refused because someone else has changed the object. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof RefusedError && error.fieldErrors.some(({ field }) => field === 'version');

export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof Error && error.message) || fallback;
