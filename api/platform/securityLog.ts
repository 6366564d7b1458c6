import { Counter, type Registry } from 'prom-client';
import {
  ForbiddenError,
  InvalidCredentialsError,
  RefusedLinkError,
  SignInRequiredError,
  TooManyRequestsError,
} from './errors.ts';
import type { Log } from './log.ts';
import { BadLinkError, ExpiredLinkError } from './signedLinks.ts';

/** Which refusals are told to whoever watches over the site, and under which name. */
const events = [
  [InvalidCredentialsError, 'wrong_password'],
  [TooManyRequestsError, 'limit_reached'],
  [SignInRequiredError, 'call_refused'],
  [ForbiddenError, 'call_refused'],
  [BadLinkError, 'link_refused'],
  [ExpiredLinkError, 'link_refused'],
  [RefusedLinkError, 'link_refused'],
] as const;

/** Who made a call, from where, and which. */
export interface RefusedCall {
  /** Plain id of whoever is signed in. */
  userId: string | undefined;
  /** IP address. */
  address: string;
  /** Method and pattern of the route, or type and field of GraphQL; never a whole address. */
  call: string;
}

/** Tells of refused calls that may be an attack. */
export interface SecurityLog {
  /**
   * One line in the log and one count for a refusal that is a security event; nothing for any other
   * error. What was typed is left out: a password may stand in the wrong field.
   */
  refused(error: unknown, call: RefusedCall): void;
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
  return {
    refused(error, call) {
      const event = events.find(([kind]) => error instanceof kind)?.[1];
      if (event === undefined) {
        return;
      }
      counter.inc({ event });
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
  };
}
