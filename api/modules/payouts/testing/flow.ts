import { password } from '#api/testing/factories.ts';
import type { TestServer } from '#api/testing/testServer.ts';
import { connectPayoutsMutation } from './operations.ts';

/** Bank details that the sandbox pays to. */
export const goodBank = {
  holderName: 'Ada Lind',
  routingNumber: '110000000',
  accountNumber: '000123456789',
};

/** Enters bank details as the form does. */
export async function connect(server: TestServer, cookie: string, details: object = goodBank) {
  const { body } = await server.rest<{ token: string }>(
    'POST',
    '/api/payments/sandbox/accounts',
    details,
    { cookie },
  );
  const input = { bankToken: body.token, password };
  return (await server.graphql(connectPayoutsMutation, { input }, { cookie })).data?.connectPayouts;
}
