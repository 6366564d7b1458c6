import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
  verifyWebhook,
  WebhookVerificationError,
  type Client,
  type WebhookEvent,
} from '@tideweek/client';
import { createEndpoint, moveBooking, readBooking, readEndpoints } from './operations.ts';
import { readState, writeState } from './state.ts';

/** Days before arrival until which requests are accepted. */
const notice = 2;

const mostBytes = 100_000;

export async function serve(
  client: Client,
  { port, address, stateFile }: { port: number; address: string; stateFile: string },
): Promise<Server> {
  const secret = await secretFor(client, address, stateFile);
  const server = createServer(async (request, response) => {
    try {
      const body = await textOf(request);
      const { headers } = request;
      await handle(client, await verifyWebhook({ secrets: [secret], headers, body }));
      response.writeHead(204).end();
    } catch (error) {
      if (error instanceof WebhookVerificationError) {
        response.writeHead(401).end(error.message);
        return;
      }
      // Tideweek sends the event again later, so nothing is lost.
      console.error(error);
      response.writeHead(500).end();
    }
  });
  return server.listen(port, () => console.log(`listening on port ${port}`));
}

/** @throws {Error} if the body is longer than any event, before the sender is verified */
async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostBytes) {
      throw new Error('the message is too long');
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** The secret of the endpoint with this address, which is created if missing. */
async function secretFor(client: Client, address: string, stateFile: string): Promise<string> {
  const state = await readState(stateFile);
  const { organization } = await client.execute(readEndpoints, {});
  const known = organization?.webhookEndpoints.some(({ id }) => id === state.endpoint?.id);
  if (known && state.endpoint?.address === address) {
    return state.endpoint.secret;
  }
  const input = {
    organizationId: organization?.id ?? '',
    address,
    topics: ['BOOKING' as const, 'LISTING_PUBLISHED' as const],
  };
  const made = await client.run(createEndpoint, { input });
  await writeState(stateFile, {
    ...state,
    endpoint: { id: made.endpoint.id, address, secret: made.secret },
  });
  return made.secret;
}

/** Does nothing for a repeated event: Tideweek may send an event more than once. */
async function handle(client: Client, event: WebhookEvent): Promise<void> {
  console.log(`${event.type} ${event.data.id}`);
  if (event.type === 'booking.pending') {
    await answer(client, event.data.id);
  }
}

async function answer(client: Client, id: string): Promise<void> {
  const { booking } = await client.execute(readBooking, { id });
  if (!booking?.moves.includes('ACCEPT')) {
    return;
  }
  const days = (Date.parse(booking.checkIn) - Date.now()) / 86_400_000;
  const input = {
    bookingId: booking.id,
    version: booking.version,
    ...(days >= notice
      ? { move: 'ACCEPT' as const }
      : { move: 'DECLINE' as const, reason: 'We need two days to prepare a stay.' }),
  };
  const { booking: after } = await client.run(moveBooking, { input });
  console.log(`${booking.guestName}, ${booking.totalPrice.formatted}: ${after.status}`);
}
