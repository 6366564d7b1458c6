import { Counter, type Registry } from 'prom-client';
import {
  ForbiddenError,
  InvalidCredentialsError,
  RefusedLinkError,
  SignInRequiredError,
  RateLimitedError,
} from '../errors.ts';
import { networkOf } from './addresses.ts';
import type { Log } from '../process/log.ts';
import { requestScope } from '../process/requestScope.ts';
import { BadLinkError, ExpiredLinkError } from '../security/signedLinks.ts';

const events = [
  [InvalidCredentialsError, 'wrong_password'],
  [RateLimitedError, 'limit_reached'],
  [SignInRequiredError, 'call_refused'],
  [ForbiddenError, 'call_refused'],
  [BadLinkError, 'link_refused'],
  [ExpiredLinkError, 'link_refused'],
  [RefusedLinkError, 'link_refused'],
] as const;

export interface LoggedCall {
  userId: string | undefined;
  /** IP address. */
  address: string;
  /** Method and pattern of the route, or GraphQL type and field; never a whole URL. */
  call: string;
}

/** Strangers could fill the disk. A flood from one network must hide no other. */
const mostLines = { ofNetwork: 20, ofAll: 200 };

export type SecurityLog = ReturnType<typeof createSecurityLog>;

export function createSecurityLog(log: Log, registry: Registry) {
  const counter = new Counter({
    name: 'security_events_total',
    help: 'Refused calls that may be an attack, by kind',
    labelNames: ['event'],
    registers: [registry],
  });
  for (const [, event] of events) {
    counter.inc({ event }, 0);
  }
  const lines = boundLines((event, leftOut) => log.warn({ event, leftOut }, 'security'));
  return {
    /** Omits the input: a password may be in the wrong field. Counts calls beyond `mostLines`. */
    refused(error: unknown, call: LoggedCall): void {
      const event = events.find(([kind]) => error instanceof kind)?.[1];
      if (event === undefined) {
        return;
      }
      counter.inc({ event });
      if (!lines.mayWrite(event, networkOf(call.address))) {
        return;
      }
      log.warn(
        {
          event,
          ...call,
          ...(error instanceof InvalidCredentialsError && { accountId: error.accountId }),
          reason: (error as Error).message,
        },
        'security',
      );
    },
    /** Logs with a masked address. @param facts ids of rows; no secrets */
    done(event: string, call: LoggedCall, facts: object): void {
      log.info({ event, ...call, address: networkOf(call.address), ...facts }, 'security');
    },
  };
}

/** @param tell called at the end of a minute for each event with omitted lines */
function boundLines(tell: (event: string, leftOut: number) => void): {
  mayWrite(event: string, network: string): boolean;
} {
  const written = new Map<string, number>();
  const leftOut = new Map<string, number>();
  let total = 0;
  let minute: NodeJS.Timeout | undefined;

  const endMinute = (): void => {
    minute = undefined;
    leftOut.forEach((count, event) => tell(event, count));
    leftOut.clear();
    written.clear();
    total = 0;
  };
  return {
    mayWrite(event, network) {
      // Outside the request's scope: the line covers many requests.
      minute ??= requestScope.exit(() => setTimeout(endMinute, 60_000).unref());
      const ofNetwork = written.get(network) ?? 0;
      if (ofNetwork >= mostLines.ofNetwork || total >= mostLines.ofAll) {
        leftOut.set(event, (leftOut.get(event) ?? 0) + 1);
        return false;
      }
      written.set(network, ofNetwork + 1);
      total += 1;
      return true;
    },
  };
}
