import { z } from 'zod';
import type { RequestContext } from '#api/context/context.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { RestRequest, RestRoute } from '#api/rest/route.ts';
import {
  abortMultipart,
  beginMultipart,
  completeMultipart,
  listParts,
  receivePart,
  signPart,
} from './multipart.ts';
import type { Uploader } from './keys.ts';
import { beginUpload, lendCredentials, receiveFile } from './uploads.ts';

const text = (name: string) => z.string({ error: `${name} must be text` }).nullish();

const description = z.object({ filename: text('filename'), type: text('type') });

/** A file as upload clients describe it: always with a name (SPEC section 5). */
const named = description.extend({
  filename: z.string({ error: 'filename is required' }).trim().min(1, 'filename is required'),
});

const companion = { access: 'signedIn', refusals: 'json' } as const;

interface MultipartAccess {
  /** Before `/s3/multipart`. */
  below: string;
  access: RestRoute['access'];
  uploaderOf: (context: RequestContext, request: RestRequest) => Promise<Uploader | null>;
}

/** Routes that take a file in parts, in the shapes of Uppy's Companion. */
export const multipartRoutes = ({ below, access, uploaderOf }: MultipartAccess): RestRoute[] => [
  {
    method: 'POST',
    path: `${below}/s3/multipart`,
    access,
    refusals: 'json',
    handle: async (context, request) => {
      const file = parseInput(named, request.body ?? {});
      return { body: await beginMultipart(context.deps, await uploaderOf(context, request), file) };
    },
  },
  {
    method: 'GET',
    path: `${below}/s3/multipart/:uploadId`,
    access,
    refusals: 'json',
    handle: async (context, request) => {
      const uploader = await uploaderOf(context, request);
      const parts = await listParts(context.deps, uploader, nameIn(request));
      return {
        body: parts.map(({ partNumber, etag, size }) => ({
          PartNumber: partNumber,
          ETag: etag,
          Size: size,
        })),
      };
    },
  },
  {
    method: 'GET',
    path: `${below}/s3/multipart/:uploadId/:partNumber`,
    access,
    refusals: 'json',
    handle: async (context, request) => {
      const { url, expires } = await signPart(context.deps, await uploaderOf(context, request), {
        ...nameIn(request),
        partNumber: request.params['partNumber'],
      });
      return { body: { method: 'PUT', url: absolute(context, url), expires } };
    },
  },
  {
    method: 'POST',
    path: `${below}/s3/multipart/:uploadId/complete`,
    access,
    refusals: 'json',
    handle: async (context, request) => {
      const { key } = await completeMultipart(
        context.deps,
        await uploaderOf(context, request),
        nameIn(request),
        request.body ?? {},
      );
      return { body: { location: `${context.origin}/s3/objects/${key}`, key } };
    },
  },
  {
    method: 'DELETE',
    path: `${below}/s3/multipart/:uploadId`,
    access,
    refusals: 'json',
    handle: async (context, request) => {
      await abortMultipart(context.deps, await uploaderOf(context, request), nameIn(request));
      return { body: {} };
    },
  },
];

/** The upload routes of SPEC section 7. Routes below `/s3` have the shapes of Uppy's Companion. */
export const uploadRoutes: RestRoute[] = [
  ...multipartRoutes({ below: '', access: 'signedIn', uploaderOf: (context) => context.viewer() }),
  {
    method: 'POST',
    path: '/api/contracts/upload',
    access: 'signedIn',
    handle: async (context, { body }) => {
      const file = parseInput(description, body ?? {});
      const link = await beginUpload(context.deps, await context.viewer(), file);
      return { body: { uploadURL: `${context.origin}${link.path}` } };
    },
  },
  {
    method: 'GET',
    path: '/s3/params',
    ...companion,
    reservesSomething: true,
    handle: async (context, { query }) => {
      const file = parseInput(named, { filename: query['filename'], type: query['type'] });
      const link = await beginUpload(context.deps, await context.viewer(), file);
      return {
        body: {
          method: 'PUT',
          url: `${context.origin}${link.path}`,
          fields: { key: link.key },
          headers: link.contentType === null ? {} : { 'content-type': link.contentType },
          expires: link.expires,
        },
      };
    },
  },
  {
    method: 'GET',
    path: '/s3/sts',
    ...companion,
    reservesSomething: true,
    handle: async (context) => {
      const lent = await lendCredentials(context.deps, await context.viewer());
      return {
        body: {
          credentials: {
            AccessKeyId: lent.accessKeyId,
            SecretAccessKey: lent.secretAccessKey,
            SessionToken: lent.sessionToken,
            Expiration: lent.expiresAt,
          },
          bucket: lent.bucket,
          region: lent.region,
        },
      };
    },
  },
  {
    method: 'PUT',
    path: '/s3/objects/quarantine/:ownerId/:id',
    // Public: the signed link is the credential. A signed-in user must be the person the link was
    // made for.
    access: 'public',
    takesFile: true,
    refusals: 'xml',
    handle: async (context, request) => {
      const etag = await receive(context, request);
      return { headers: { etag }, body: {} };
    },
  },
];

async function receive(context: RequestContext, request: RestRequest): Promise<string> {
  const { deps } = context;
  const claims = deps.signedLinks.verify('PUT', request.path, request.query);
  const { uploadId, partNumber, isOfLink } = claims;
  // The partner's link counts, whoever is signed in.
  const viewer = isOfLink === undefined ? await context.viewer() : null;
  const { id = '', ownerId = '' } = request.params;
  const body = request.file;
  const length = lengthOf(request);
  if (uploadId !== undefined && partNumber !== undefined) {
    const part = { uploadId, partNumber, body, length };
    return (await receivePart(deps, viewer, { id, ownerId }, part)).etag;
  }
  const type = request.headers['content-type'];
  return (await receiveFile(deps, viewer, { id, ownerId }, { body, type, length })).etag;
}

function lengthOf({ headers }: RestRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

const nameIn = ({ params, query }: RestRequest) => ({
  uploadId: params['uploadId'],
  key: query['key'],
});

const absolute = (context: RequestContext, url: string): string =>
  url.startsWith('/') ? `${context.origin}${url}` : url;
