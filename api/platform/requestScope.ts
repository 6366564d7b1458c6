import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to one request and is needed far from it: its id in logs, its SQL statements. */
export interface RequestScope {
  requestId: string;
  statements: number;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();
