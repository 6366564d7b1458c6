import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What belongs to one request and is needed far from it: its id in logs, its SQL statements, and the
 * security log.
 */
export interface RequestScope {
  requestId: string;
  statements: number;
  /** Plain id of whoever is signed in, once the session was looked up. */
  userId: string | undefined;
  /**
   * Tells the security log of an error that refused this request.
   * @param field type and field of GraphQL, each told of once
   */
  refused(error: unknown, field?: string): void;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();

/** Tells the security log of an error that refused the request under way, if there is one. */
export const reportRefusal = (error: unknown, field?: string): void =>
  requestScope.getStore()?.refused(error, field);
