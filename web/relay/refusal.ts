import { graphql } from 'react-relay/hooks';
import type { refusal_error$data } from '#web/__generated__/refusal_error.graphql.ts';
import type { FieldError } from './fieldErrors.ts';

// What every mutation selects of an error; mutations spread it with `@relay(mask: false)`.
void graphql`
  fragment refusal_error on Error {
    __typename
    message
    ... on InvalidInputError {
      fieldErrors {
        field
        message
      }
    }
    ... on ConflictError {
      fieldErrors {
        field
        message
      }
    }
  }
`;

export interface Result {
  readonly error: Refusal | null | undefined;
}

type Refusal = Omit<refusal_error$data, ' $fragmentType'>;

export class RefusedError extends Error {
  readonly fieldErrors: readonly FieldError[];

  constructor(error: Refusal | null | undefined) {
    super(error?.message);
    this.fieldErrors = error?.fieldErrors ?? [];
  }
}

export const refusedAt = (field: string, message: string = ''): RefusedError =>
  new RefusedError({ __typename: 'InvalidInputError', message, fieldErrors: [{ field, message }] });

/** @throws {RefusedError} Unless the mutation succeeded; a wrong password is one at 'password'. */
export function assertAccepted<TResult extends Result>(
  result: TResult | null | undefined,
): asserts result is TResult {
  const error = result?.error;
  if (error?.__typename === 'InvalidCredentialsError') throw refusedAt('password', error.message);
  if (!result || error) throw new RefusedError(error);
}

/** Whether a mutation was refused because someone else has changed the object. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof RefusedError && error.fieldErrors.some(({ field }) => field === 'version');

export const isAtField = (error: unknown): boolean =>
  error instanceof RefusedError && error.fieldErrors.length > 0;

export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof Error && error.message) || fallback;
