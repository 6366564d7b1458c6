import { Readable } from 'node:stream';
import type { Area } from '#api/areas/area.ts';
import { signedIn } from '../access/signedIn.ts';
import { keepSaleDeadlines, moveOneSale } from './moves/saleDeadlines.ts';
import { termSheetFile } from './moves/termSheetFile.ts';
import { partnerRoutes } from './partner/partnerFiles.rest.ts';
import './partner/partnerSale.graphql.ts';
import './sales.graphql.ts';
import './closing/closing.graphql.ts';
import './moves/saleWork.graphql.ts';
import './card/cardDeposit.graphql.ts';

export const salesArea: Area = {
  routes: [
    {
      method: 'GET',
      path: '/api/sales/:id/terms',
      access: 'signedIn',
      handle: async ({ deps, viewer }, { params }) => ({
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': 'attachment; filename="term-sheet.pdf"',
          'cache-control': 'private, no-store',
        },
        file: Readable.from([
          await termSheetFile(deps, signedIn(await viewer()), params['id'] ?? ''),
        ]),
      }),
    },
    ...partnerRoutes,
  ],
  jobs: {
    move_sale: { run: moveOneSale },
    sale_deadlines: {
      run: (_payload, deps) => keepSaleDeadlines(deps),
      at: '* * * * *',
      atStart: true,
    },
  },
};
