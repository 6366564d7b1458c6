import { Counter, type Registry } from 'prom-client';
import {
  ForbiddenError,
  InvalidCredentialsError,
  RefusedLinkError,
  SignInRequiredError,
  RateLimitedError,
} from './errors.ts';
import { networkOf } from './addresses.ts';
import type { Log } from './log.ts';
import { requestScope } from './requestScope.ts';
import { BadLinkError, ExpiredLinkError } from './signedLinks.ts';

/** Errors that are security events, and the names of the events. */
const events = [
  [InvalidCredentialsError, 'wrong_password'],
  [RateLimitedError, 'limit_reached'],
  [SignInRequiredError, 'call_refused'],
  [ForbiddenError, 'call_refused'],
  [BadLinkError, 'link_refused'],
  [ExpiredLinkError, 'link_refused'],
  [RefusedLinkError, 'link_refused'],
] as const;

/** A call: who made it, from where, and which one. */
export interface LoggedCall {
  /** Plain id of the signed-in user. */
  userId: string | undefined;
  /** IP address. */
  address: string;
  /** Method and pattern of the route, or GraphQL type and field; never a whole URL. */
  call: string;
}

/**
 * The most lines about refused calls in a minute. Strangers cause them, and could fill the disk.
 * The networks are bounded first, so that a flood from one hides nobody else.
 */
const mostLines = { ofNetwork: 20, ofAll: 200 };

/** Reports refused calls that may be an attack, and what was done to accounts. */
export interface SecurityLog {
  /**
   * Logs and counts an error that is a security event; ignores any other error. Input is left out:
   * a password may be in the wrong field. Calls beyond `mostLines` are counted in one line for each
   * event at the end of the minute.
   */
  refused(error: unknown, call: LoggedCall): void;
  /**
   * Logs what was done, such as a sign-in. The address is masked, since nothing was wrong.
   * @param facts ids of rows; no secrets
   */
  done(event: string, call: LoggedCall, facts: object): void;
}

export function createSecurityLog(log: Log, registry: Registry): SecurityLog {
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
    refused(error, call) {
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
    done(event, call, facts) {
      log.info({ event, ...call, address: networkOf(call.address), ...facts }, 'security');
    },
  };
}

/**
 * Bounds the lines of each minute, which begins with its first line.
 * @param tell called at the end of a minute for each event of which lines were left out
 */
function boundLines(tell: (event: string, leftOut: number) => void): {
  mayWrite(event: string, network: string): boolean;
} {
  /** Lines written, by network. */
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
      // Outside the request: the line of the minute is about many.
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
