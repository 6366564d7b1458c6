import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { done, execute, type Api } from './client.ts';
import { createEndpoint, moveBooking, readBooking, readEndpoints } from './operations.ts';
import { readState, writeState } from './state.ts';

/** Days before arrival until which requests are accepted. */
const notice = 2;

const mostBytes = 100_000;

interface Event {
  id: string;
  type: string;
  data: { __typename: string; id: string };
}

export async function serve(
  api: Api,
  { port, address, stateFile }: { port: number; address: string; stateFile: string },
): Promise<Server> {
  const secret = await secretFor(api, address, stateFile);
  const server = createServer(async (request, response) => {
    try {
      const body = await textOf(request);
      if (!isGenuine(secret, request.headers, body)) {
        response.writeHead(401).end('wrong signature');
        return;
      }
      await handle(api, JSON.parse(body) as Event);
      response.writeHead(204).end();
    } catch (error) {
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
async function secretFor(api: Api, address: string, stateFile: string): Promise<string> {
  const state = await readState(stateFile);
  const { organization } = await execute(api, readEndpoints, {});
  const known = organization?.webhookEndpoints.some(({ id }) => id === state.endpoint?.id);
  if (known && state.endpoint?.address === address) {
    return state.endpoint.secret;
  }
  const input = {
    organizationId: organization?.id ?? '',
    address,
    topics: ['BOOKING' as const, 'LISTING_PUBLISHED' as const],
  };
  const made = done((await execute(api, createEndpoint, { input })).createWebhookEndpoint);
  await writeState(stateFile, {
    ...state,
    endpoint: { id: made.endpoint.id, address, secret: made.secret },
  });
  return made.secret;
}

/** Does nothing for a repeated event: Tideweek may send an event more than once. */
async function handle(api: Api, event: Event): Promise<void> {
  console.log(`${event.type} ${event.data.id}`);
  if (event.type === 'booking.pending') {
    await answer(api, event.data.id);
  }
}

async function answer(api: Api, id: string): Promise<void> {
  const { booking } = await execute(api, readBooking, { id });
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
  const { booking: after } = done((await execute(api, moveBooking, { input })).moveBooking);
  console.log(`${booking.guestName}, ${booking.totalPrice.formatted}: ${after.status}`);
}

/** Whether a message came from Tideweek in the last five minutes. `body` is the text as received. */
function isGenuine(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) < 300)) {
    return false;
  }
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => {
      const given = Buffer.from(signature.replace('v1,', ''), 'base64');
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
}
