import type { RequestContext } from '../context.ts';

/** Who may call a route. Checked before the handler; what belongs to whom is for the rules. */
export type Access = 'public' | 'signedIn' | 'admin';

export interface RestRequest {
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  /** By their names in lower case. */
  headers: Record<string, string | undefined>;
  /** The parsed JSON body; undefined without one. */
  body: unknown;
}

export interface RestAnswer {
  /** 200 where nothing is said. */
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON, or as it is where a content type is given. */
  body: unknown;
  /** Of a body that is text and no JSON. */
  contentType?: string;
}

/** One documented call under /api. */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With parameters as in '/api/resorts/:id'. */
  path: string;
  access: Access;
  /** Takes a body of any type and reads none, as one-click unsubscribing sends it (RFC 8058). */
  ignoresBody?: true;
  /** Gets the body as the text that came, since a signature covers it. */
  readsText?: true;
  handle(context: RequestContext, request: RestRequest): Promise<RestAnswer>;
}
