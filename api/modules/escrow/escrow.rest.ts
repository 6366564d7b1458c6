import { signatureHeader } from '#api/platform/signedMessages.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { takeEscrowEvent } from './escrow.ts';

export const escrowRoutes: RestRoute[] = [
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
];
