import { z } from 'zod';
import { InvalidInputError } from '#api/platform/errors.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { addContract, contractLink } from './contracts.ts';
import { openContract } from './documents.ts';

export const contractRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/api/listings/:id/contract',
    access: 'signedIn',
    scope: 'listings:write',
    handle: async (context, { params, body }) => {
      const fields = z.record(z.string(), z.unknown()).safeParse(body ?? {});
      if (!fields.success) {
        throw new InvalidInputError([{ field: 'body', message: 'The body must be a JSON object' }]);
      }
      const document = await addContract(context.deps, await context.account(), {
        listingId: params['id'],
        contractDocumentUrl: fields.data['contractDocumentUrl'],
      });
      return {
        body: {
          listingId: document.listingId,
          fileName: document.fileName,
          contentType: document.contentType,
          size: document.size,
        },
      };
    },
  },
  {
    method: 'GET',
    path: '/api/listings/:id/contract',
    access: 'signedIn',
    handle: async (context, { params }) => {
      const viewer = await context.viewer();
      const link = await contractLink(context.deps, viewer, params['id'] ?? '');
      return {
        body: {
          url: `${context.origin}${link.path}`,
          expiresAt: link.expiresAt,
          fileName: link.document.fileName,
          contentType: link.document.contentType,
          size: link.document.size,
        },
      };
    },
  },
  {
    method: 'GET',
    path: '/api/contracts/:id',
    access: 'signedIn',
    handle: async (context, { path, query, params }) => {
      const claims = context.deps.signedLinks.verify('GET', path, query);
      const viewer = await context.viewer();
      const { body, document } = await openContract(
        context.deps,
        viewer,
        params['id'] ?? '',
        claims,
      );
      return {
        headers: {
          'content-type': document.contentType,
          'content-length': String(document.size),
          'content-disposition': attachment(document.fileName),
          // The document can't run scripts, load anything, or be embedded by other sites.
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
        },
        file: body,
      };
    },
  },
];

/** Content-Disposition that saves a file under this name, with any characters (RFC 6266). */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
