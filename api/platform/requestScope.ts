import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Data of one request for code that has no request context: its id for logs, its number of SQL
 * statements, and the security log.
 */
export interface RequestScope {
  requestId: string;
  statements: number;
  /** Plain id of the signed-in user, once the session was read. */
  userId: string | undefined;
  /** Whether its operation is made up by the caller: few of its statements get a name. */
  isMadeUp?: boolean;
  /** How many changes of the catalogue each transaction of this request announced, by its id. */
  wrote: Map<string, number>;
  /**
   * Reports an error that refused this request to the security log, once.
   * @param field GraphQL type and field; each is reported once, whatever the errors.
   */
  refused(error: unknown, field?: string): void;
  /** Tells the security log what was done, with facts that name rows and hold no secrets. */
  done(event: string, facts: object): void;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();

/** Reports an error that refused the current request, if any, to the security log. */
export const reportRefusal = (error: unknown, field?: string): void =>
  requestScope.getStore()?.refused(error, field);

/** Tells the security log what the current request, if any, has done: see `RequestScope.done`. */
export const reportDeed = (event: string, facts: object): void =>
  requestScope.getStore()?.done(event, facts);

/** Says that the operation of the current request, if any, is made up by the caller. */
export function operationIsMadeUp(): void {
  const scope = requestScope.getStore();
  if (scope) {
    scope.isMadeUp = true;
  }
}
