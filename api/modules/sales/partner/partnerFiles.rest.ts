import { documentAnswer } from '#api/modules/contracts/contracts.rest.ts';
import { readDocument } from '#api/modules/contracts/documents.ts';
import { multipartRoutes } from '#api/modules/contracts/uploads/uploads.rest.ts';
import { signedIn } from '#api/modules/access/signedIn.ts';
import type { Readable } from 'node:stream';
import type { FileAnswer, RestRoute } from '#api/rest/route.ts';
import { below, documentOf } from './partnerFiles.ts';
import { openPartnerLink, partnerLinkOf, uploaderBy } from './partnerLink.ts';
import { saleExport } from './saleExport.ts';

const auditedName = 'Escrow partner';

export const partnerRoutes: RestRoute[] = [
  ...multipartRoutes({
    below,
    access: 'public',
    uploaderOf: async ({ deps, address }, { headers }) =>
      uploaderBy(await openPartnerLink(deps, address, headers['x-partner-link'])),
  }),
  {
    method: 'GET',
    path: `${below}/files/:file`,
    access: 'public',
    handle: async ({ deps, address }, { path, query, params }) => {
      const { hash = '' } = deps.signedLinks.verify('GET', path, query);
      const { saleId } = await partnerLinkOf(deps, address, hash);
      const { file = '' } = params;
      return file === 'all'
        ? zipAnswer(
            saleId,
            await saleExport(deps, { limitedAs: saleId, audited: auditedName }, saleId),
          )
        : documentAnswer(
            await readDocument(deps, auditedName, await documentOf(deps, saleId, file)),
          );
    },
  },
  {
    method: 'GET',
    path: '/api/sales/:id/export',
    access: 'admin',
    reservesSomething: true,
    handle: async ({ deps, viewer }, { params }) => {
      const person = signedIn(await viewer());
      const reader = { limitedAs: person.id, audited: person };
      const { id = '' } = params;
      return zipAnswer(id, await saleExport(deps, reader, id));
    },
  },
];

const zipAnswer = (saleId: string, file: Readable): FileAnswer => ({
  headers: {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="sale-${saleId}.zip"`,
    'cross-origin-resource-policy': 'same-origin',
  },
  file,
});
