import type { Readable } from 'node:stream';
import type { RequestContext } from '../context/context.ts';

/** Who may call a route. Checked before the handler; what belongs to whom is for the rules. */
export type Access = 'public' | 'signedIn' | 'admin';

export interface RestRequest {
  /** Of the address, without its query. */
  path: string;
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  /** By their names in lower case. */
  headers: Record<string, string | undefined>;
  /** The parsed JSON body; undefined without one. */
  body: unknown;
  /** The bytes of the body, for a route that takesFile. */
  file: Readable;
}

export interface RestAnswer {
  /** Defaults to 200. */
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON, or as it is where a content type is given. */
  body: unknown;
  /** Of a body that is text and no JSON. */
  contentType?: string;
}

/** A file, sent as it is. */
export interface FileAnswer {
  headers: Record<string, string>;
  file: Readable;
}

/** How a refusal is put: its message alone, as `{"message": …}`, or as S3 puts it. */
export type RefusalFormat = 'text' | 'json' | 'xml';

/** One documented call under /api or /s3. */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With parameters as in '/api/resorts/:id'. */
  path: string;
  access: Access;
  /** Takes a body of any type and reads none, as one-click unsubscribing sends it (RFC 8058). */
  ignoresBody?: true;
  /** Gets the body as the text that came, since a signature covers it. */
  readsText?: true;
  /** Takes a file: a body of any type and length, which comes as a stream. */
  takesFile?: true;
  /** Changes or hands out something although it is read: refused to other sites like any write. */
  reservesSomething?: true;
  /** Defaults to text. */
  refusals?: RefusalFormat;
  handle(context: RequestContext, request: RestRequest): Promise<RestAnswer | FileAnswer>;
}
