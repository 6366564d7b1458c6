import { z } from 'zod';
import { fieldsOf } from '#api/rest/jsonBody.ts';
import type { FileAnswer, RestRoute } from '#api/rest/route.ts';
import { addContract, contractLink } from './contracts.ts';
import { openContract } from './documents.ts';

export const contractRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/api/listings/:id/contract',
    access: 'signedIn',
    scope: 'listings:write',
    about: {
      summary: 'Attaches an uploaded document as the proof of ownership of a listing.',
      params: { id: 'The listing.' },
      body: z.object({
        contractDocumentUrl: z
          .string()
          .describe('The `uploadURL`, `location` or `key` of the upload.'),
      }),
      answer: z.strictObject({
        listingId: z.uuid(),
        fileName: z.string(),
        contentType: z.string(),
        size: z.int().describe('Bytes.'),
      }),
    },
    handle: async (context, { params, body }) => {
      const { contractDocumentUrl } = fieldsOf(body);
      const { listingId, fileName, contentType, size } = await addContract(
        context.deps,
        await context.account(),
        { listingId: params['id'], contractDocumentUrl },
      );
      return { body: { listingId, fileName, contentType, size } };
    },
  },
  {
    method: 'GET',
    path: '/api/listings/:id/contract',
    access: 'signedIn',
    handle: async (context, { params }) => {
      const viewer = await context.viewer();
      const link = await contractLink(context.deps, viewer, params['id'] ?? '');
      const { fileName, contentType, size } = link.document;
      const url = `${context.origin}${link.path}`;
      return { body: { url, expiresAt: link.expiresAt, fileName, contentType, size } };
    },
  },
  {
    method: 'GET',
    path: '/api/contracts/:id',
    access: 'signedIn',
    handle: async (context, { path, query, params }) => {
      const claims = context.deps.signedLinks.verify('GET', path, query);
      const viewer = await context.viewer();
      const id = params['id'] ?? '';
      return documentAnswer(await openContract(context.deps, viewer, id, claims));
    },
  },
];

export const documentAnswer = ({
  body,
  document: { contentType, size, fileName },
}: Awaited<ReturnType<typeof openContract>>): FileAnswer => ({
  headers: {
    'content-type': contentType,
    'content-length': String(size),
    'content-disposition': attachment(fileName),
    // The document can't run scripts, load anything, or be embedded by other sites.
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  },
  file: body,
});

/** Content-Disposition that saves a file under this name, with any characters (RFC 6266). */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
