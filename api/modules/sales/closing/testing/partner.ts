import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PayoutOrder } from '#api/modules/escrow/partner/escrowPartner.ts';
import { checkSignature, signatureHeader } from '#api/platform/security/signedMessages.ts';
import { escrowSecret } from '#api/testing/testServer.ts';

export type Fault = 'none' | 'away' | 'lost';

/** An escrow partner that speaks the protocol of docs/partners.md, and takes each order once. */
export interface TestPartner {
  /** Calls to each of these URLs can have faults of their own. */
  urlOf(caller: string): string;
  readonly orders: Map<string, PayoutOrder>;
  /** Calls that the partner could not accept: unsigned, with another key, or of a changed order. */
  readonly wrongs: string[];
  /** `away` takes nothing; with `lost`, what it has taken is not answered. */
  fault: (caller: string) => Fault | Promise<Fault>;
  close(): void;
}

export async function startPartner(): Promise<TestPartner> {
  const server = createServer((request, response) => {
    void (async () => {
      const [, caller = '', path = ''] = (request.url ?? '').split('/');
      const body = await text(request);
      const fault = await partner.fault(caller);
      const answer = fault === 'away' ? undefined : take(path, body, request.headers);
      if (fault === 'none') response.end(JSON.stringify(answer));
      else request.socket.destroy();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  function take(path: string, body: string, headers: NodeJS.Dict<string | string[]>): object {
    const order = JSON.parse(body) as PayoutOrder;
    const known = partner.orders.get(order.payoutId);
    if (checkSignature(escrowSecret, body, String(headers[signatureHeader])) !== 'valid') {
      partner.wrongs.push(`unsigned: ${body}`);
    }
    if (headers['idempotency-key'] !== (order.payoutId ?? order.reference)) {
      partner.wrongs.push(`another key: ${body}`);
    }
    if (path === 'accounts') return { accountId: `acc-${order.reference}` };
    if (
      known &&
      JSON.stringify({ ...known, accountId: null }) !==
        JSON.stringify({ ...order, accountId: null })
    ) {
      partner.wrongs.push(`changed: ${body}`);
    }
    partner.orders.set(order.payoutId, order);
    return {};
  }

  const partner: TestPartner = {
    urlOf: (caller) => `http://127.0.0.1:${port}/${caller}`,
    orders: new Map(),
    wrongs: [],
    fault: () => 'none',
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return partner;
}
