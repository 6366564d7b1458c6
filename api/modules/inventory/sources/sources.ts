import type { InventoryProviderKind } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { mayReach } from '#api/platform/outgoing/outgoingAddresses.ts';
import {
  createOutgoing,
  type Outgoing,
  type OutgoingOptions,
  type OutgoingRequest,
} from './outgoing.ts';
import { calendarNights, largestCalendar } from './calendarNights.ts';
import { csvFeed, jsonFeed } from './feeds.ts';
import { otherTideweek } from './otherTideweek.ts';
import {
  ProviderError,
  type ProviderConfig,
  type Sources,
  type TakenRow,
  type Validators,
} from '#api/context/sources.ts';
import { utcToday } from '#common/days.ts';

export interface SourcesOptions extends Omit<OutgoingOptions, 'mayReach'> {
  /** Private hosts (optionally with a port) and IP ranges that requests may go to. */
  allowed: string[];
  /** The same for calendars of owners. Defaults to none. */
  allowedToOwners?: string[];
  sandbox: string | undefined;
  /** Today as YYYY-MM-DD; for tests. */
  today?: () => string;
}

/** Reads providers over HTTP. docs/decisions/inventory.md lists the allowed destinations. */
export function createSources({
  today = utcToday,
  allowedToOwners = [],
  ...options
}: SourcesOptions): Sources {
  const { destinationOf, objectionTo } = createDestinations(options);
  const forOwners = createOutgoing({ ...options, mayReach: mayReach(allowedToOwners) });

  return {
    async *weeks(provider, signal) {
      signal.throwIfAborted();
      const { name, key, mapping } = provider;
      const { address, by } = destinationOf(name, provider.address);
      switch (provider.kind) {
        case 'json_feed': {
          const accept = 'application/json';
          yield* jsonFeed(name, by.read({ name, address, key, accept, signal }), mapping);
          return;
        }
        case 'csv_feed': {
          const accept = 'text/csv';
          yield* csvFeed(name, by.read({ name, address, key, accept, signal }), mapping);
          return;
        }
        case 'tideweek':
          yield* otherTideweek(by, { name, address, key, signal });
          return;
        case 'icalendar':
          throw new ProviderError(`${name} offers no weeks, only calendars`);
      }
    },
    async *takenNights(provider, signal) {
      signal.throwIfAborted();
      const { name } = provider;
      if (provider.kind !== 'icalendar') {
        throw new ProviderError(`${name} offers weeks, not calendars`);
      }
      let number = 0;
      const failures: ProviderError[] = [];
      for (const calendar of provider.calendars) {
        try {
          const { address, by } = destinationOf(name, calendar.address);
          const body = by.read(calendarRequest(provider, address, signal));
          const { timeZone } = calendar;
          for (const entry of await calendarNights(name, body, today(), { timeZone, signal })) {
            number += 1;
            yield takenRow(number, calendar.listingId, entry);
          }
        } catch (error) {
          if (!(error instanceof ProviderError)) {
            throw error;
          }
          failures.push(error);
        }
      }
      failOf(provider, failures);
    },
    async calendar({ name, address, timeZone, known }, signal) {
      let validators: Validators | undefined;
      const body = forOwners.read({
        name,
        address: new URL(address),
        key: undefined,
        accept: 'text/calendar',
        most: largestCalendar,
        known,
        onAnswer: (answered) => (validators = answered),
        signal,
      });
      const pieces: Buffer[] = [];
      for await (const piece of body) {
        pieces.push(piece);
      }
      return (
        validators && {
          validators,
          entries: await calendarNights(name, pieces, today(), { timeZone, signal }),
        }
      );
    },
    async checkCalendarAddress(address) {
      const message = await forOwners.objection(new URL(address));
      if (message !== undefined) {
        throw new InvalidInputError('address', message);
      }
    },
    async checkAddress(address, kind) {
      const message = await objectionTo(address, kind);
      if (message !== undefined) {
        throw new InvalidInputError('address', message);
      }
    },
  };
}

function createDestinations({ allowed, sandbox, ...options }: Omit<SourcesOptions, 'today'>) {
  const own = sandbox === undefined ? [] : [new URL(sandbox).host];
  const outgoing = createOutgoing({ ...options, mayReach: mayReach(allowed) });
  // Only addresses with the scheme `sandbox:` may reach the sandbox.
  const toSandbox = createOutgoing({ ...options, mayReach: mayReach(own) });

  return {
    destinationOf(name: string, address: string): { address: URL; by: Outgoing } {
      if (!URL.canParse(address)) {
        throw new ProviderError(`The address of ${name} is not complete`);
      }
      const url = new URL(address);
      if (url.protocol !== 'sandbox:') {
        return { address: url, by: outgoing };
      }
      if (sandbox === undefined) {
        throw new ProviderError(`${name} is the sandbox, which runs with sample data only`);
      }
      return {
        address: new URL(`${sandbox}/${url.pathname.replace(/^\/+/, '')}${url.search}`),
        by: toSandbox,
      };
    },
    async objectionTo(address: string, kind: InventoryProviderKind): Promise<string | undefined> {
      if (!URL.canParse(address)) {
        return 'Enter a whole address, like https://provider.example/weeks.json';
      }
      const url = new URL(address);
      if (url.protocol !== 'sandbox:') {
        return outgoing.objection(url);
      }
      if (sandbox === undefined) {
        return 'There is no sandbox here: it runs with sample data only';
      }
      return kind === 'tideweek' ? 'The sandbox is no Tideweek' : undefined;
    },
  };
}

/**
 * The request for a calendar. A calendar may be on another host; only the provider's host gets the
 * key.
 */
const calendarRequest = (
  { name, key, address: main }: ProviderConfig,
  address: URL,
  signal: AbortSignal,
): OutgoingRequest => ({
  name,
  address,
  key: URL.canParse(main) && new URL(main).origin === address.origin ? key : undefined,
  accept: 'text/calendar',
  most: largestCalendar,
  signal,
});

const takenRow = (
  number: number,
  listingId: string,
  entry: Awaited<ReturnType<typeof calendarNights>>[number],
): TakenRow =>
  'externalId' in entry
    ? { number, taken: { listingId, ...entry } }
    : { number, listingId, ...entry };

function failOf({ calendars }: ProviderConfig, failures: ProviderError[]): void {
  const [first] = failures;
  if (first && calendars.length > 1) {
    throw new ProviderError(
      `${failures.length} of ${calendars.length} calendars failed: ${first.message}`,
    );
  }
  if (first) {
    throw first;
  }
}
