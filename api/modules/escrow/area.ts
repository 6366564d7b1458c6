import type { Area } from '#api/areas/area.ts';
import { signatureHeader } from '#api/platform/security/signedMessages.ts';
import { takeEscrowEvent } from './escrow.ts';
import { openSaleAccount, payOutSale } from './saleEscrow.ts';
import './escrow.graphql.ts';

export const escrowArea: Area = {
  routes: [
    {
      method: 'POST',
      path: '/api/escrow/webhook',
      access: 'public',
      readsText: true,
      handle: async ({ deps }, { body, headers }) => {
        const { isNew } = await takeEscrowEvent(deps, {
          body: typeof body === 'string' ? body : '',
          signature: headers[signatureHeader],
        });
        return { body: { received: true, isNew } };
      },
    },
  ],
  jobs: {
    open_sale_account: { run: openSaleAccount },
    pay_out_sale: { run: payOutSale },
  },
};
