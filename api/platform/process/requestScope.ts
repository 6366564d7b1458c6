import { AsyncLocalStorage } from 'node:async_hooks';

/** A request for code without its context: logs, the number of statements, the security log. */
export interface RequestScope {
  requestId: string;
  statements: number;
  /** Plain id of the signed-in user, once the session has been read. */
  userId: string | undefined;
  /** Whether the client made up the operation; few of its statements get a name. */
  isMadeUp?: boolean;
  /** Number of announced changes of the catalogue, by transaction id of this request. */
  wrote: Map<string, number>;
  /** @param field GraphQL type and field; each is reported once, whatever the errors */
  refused(error: unknown, field?: string): void;
  /** Reports an action to the security log, with facts that identify rows and hold no secrets. */
  done(event: string, facts: object): void;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();

export const reportRefusal = (error: unknown, field?: string): void =>
  requestScope.getStore()?.refused(error, field);

export const reportDeed = (event: string, facts: object): void =>
  requestScope.getStore()?.done(event, facts);

export function operationIsMadeUp(): void {
  const scope = requestScope.getStore();
  if (scope) {
    scope.isMadeUp = true;
  }
}
