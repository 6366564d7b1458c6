import { createRequestContext, type Deps, type RequestContext } from '../context/context.ts';
import { maxOperationTime } from '../graphql/limits/limits.ts';

/** The context of a request by somebody who is signed out. */
export const visitorContext = (deps: Deps): RequestContext =>
  createRequestContext(deps, {
    requestId: 'test',
    address: '127.0.0.1',
    userAgent: undefined,
    origin: 'http://tideweek.test',
    longestOperation: maxOperationTime,
    closed: () => new AbortController().signal,
    token: null,
    cookieHeader: undefined,
    setCookie: () => undefined,
  });
