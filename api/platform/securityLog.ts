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

/** Reports refused calls that may be an attack, and what was done to accounts. */
export interface SecurityLog {
  /**
   * Logs and counts an error that is a security event; ignores any other error. Input is left out:
   * a password may be in the wrong field.
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
    done(event, call, facts) {
      log.info({ event, ...call, address: networkOf(call.address), ...facts }, 'security');
    },
  };
}
