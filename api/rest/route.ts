import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { TokenScope } from '../platform/sessions/apiTokens.ts';
import type { RequestContext } from '../context/context.ts';

/** Who may call a route; checked before the handler. Rules check ownership. */
export type Access = 'public' | 'signedIn' | 'admin';

export interface RestRequest {
  path: string;
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  /** With lower-case keys. */
  headers: Record<string, string | undefined>;
  body: unknown;
  /** The bytes of the body, for a route that takesFile. */
  file: Readable;
}

export interface RestAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON, or unchanged if there is a `contentType`. */
  body: unknown;
  contentType?: string;
}

export interface FileAnswer {
  headers: Record<string, string>;
  file: Readable;
}

/** Format of a refusal: the message as plain text, `{"message": …}`, or the XML of S3. */
export type RefusalFormat = 'text' | 'json' | 'xml';

/** What the OpenAPI document says about a route. */
export interface RouteWords {
  summary: string;
  /** The parameters in the path, with their descriptions. */
  params?: Readonly<Record<string, string>>;
  /** The parameters after the `?`. */
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The JSON of a call that worked, with the status of the handler. */
  answer: z.ZodType;
  status?: 201;
  /** Whether the header Link leads to the next page. */
  isPaged?: true;
}

/** A route that tokens may call is described for partners. */
export type RestRoute = Route &
  ({ scope: TokenScope; about: RouteWords } | { scope?: undefined; about?: undefined });

interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  /** Accepts a body of any type and ignores it, for one-click unsubscribe (RFC 8058). */
  ignoresBody?: true;
  /** Gets the body as unparsed text, since a signature covers it. */
  readsText?: true;
  /** Accepts a file: a body of any type and length, passed on as a stream. */
  takesFile?: true;
  /** A GET with side effects: refused to other sites like any write. */
  reservesSomething?: true;
  /** A GET whose response is the same for everyone, and which records its sources (reads.ts). */
  isShared?: true;
  refusals?: RefusalFormat;
  handle(context: RequestContext, request: RestRequest): Promise<RestAnswer | FileAnswer>;
}
