import type { Prisma } from '../generated/prisma/client.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../platform/database.ts';
import { requestScope } from '../platform/requestScope.ts';
import type { CatalogueCache } from '../platform/catalogueCache.ts';
import type { Devices } from '../platform/devices.ts';
import type { Passwords } from '../platform/passwords.ts';
import type { RateLimits } from '../platform/rateLimits.ts';
import type { ReadBudget } from '../platform/readBudget.ts';
import type { ActiveSession, Sessions, Viewer } from '../platform/sessions.ts';
import type { Escrow } from '../platform/escrowPartner.ts';
import type { InventoryRuns } from '../platform/inventoryRuns.ts';
import type { Mailer } from '../platform/mailer.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { SignedLinks } from '../platform/signedLinks.ts';
import type { ObjectStorage } from '../platform/storage/objectStorage.ts';
import type { VirusScanner } from '../platform/virusScanner.ts';
import type { Sources } from './sources.ts';
import type { SiteSettings } from '../modules/site/siteSettings.ts';

/** What rules need from the platform; made once, in main. */
export interface Deps {
  database: Database;
  sessions: Sessions;
  devices: Devices;
  passwords: Passwords;
  rateLimits: RateLimits;
  readBudget: ReadBudget;
  catalogue: CatalogueCache;
  siteSettings: SiteSettings;
  secrets: Secrets;
  mailer: Mailer;
  escrow: Escrow;
  inventoryRuns: InventoryRuns;
  storage: ObjectStorage;
  signedLinks: SignedLinks;
  virusScanner: VirusScanner;
  /** What outside providers of inventory offer. */
  sources: Sources;
  /** What areas do when a person goes. */
  leaving: readonly LeavingStep[];
  /** Origin under which people reach the site, without a trailing slash. */
  publicUrl: string;
  log: Log;
}

/** Withdraws what somebody has on the site, in the transaction that removes the person. */
export type LeavingStep = (transaction: Prisma.TransactionClient, userId: string) => Promise<void>;

/** One request, whichever way it came in. */
export interface RequestContext {
  deps: Deps;
  requestId: string;
  /** Where the request comes from: an IP address. */
  address: string;
  userAgent: string | undefined;
  /** The Cookie header, or the cookie of the session that began meanwhile. */
  readonly cookieHeader: string | undefined;
  /** Scheme, host and port under which the caller reaches us, without a trailing slash. */
  origin: string;
  /** Whether a file comes with it, for which it may take longer. */
  sendsFile: boolean;
  /** Aborted once nobody waits for the answer any more, be it sent or not. */
  closed: AbortSignal;
  /** The session, looked up at the first call; null when signed out. */
  session(): Promise<ActiveSession | null>;
  viewer(): Promise<Viewer | null>;
  /** Has a look-up of the session yet to come bring the viewer's favourites along. */
  expectFavorites(): void;
  /** Whether the session was looked up and there is none. */
  isSignedOut(): boolean;
  /** Makes the rest of this request see the session of the given Set-Cookie value, or none. */
  sessionChanged(cookie: string | undefined): void;
  /** Adds a Set-Cookie header to the answer. */
  setCookie(cookie: string): void;
}

export interface RequestFacts {
  requestId: string;
  address: string;
  userAgent: string | undefined;
  origin: string;
  sendsFile: boolean;
  closed: AbortSignal;
  cookieHeader: string | undefined;
  setCookie(cookie: string): void;
}

export function createRequestContext(deps: Deps, facts: RequestFacts): RequestContext {
  let found: Promise<ActiveSession | null> | undefined;
  let signedOut = false;
  let withFavorites = false;
  let cookieHeader = facts.cookieHeader;
  const session = (): Promise<ActiveSession | null> => {
    found ??= deps.sessions.find(cookieHeader, { withFavorites }).then((active) => {
      if (active?.renewedCookie) {
        facts.setCookie(active.renewedCookie);
      }
      signedOut = active === null;
      const scope = requestScope.getStore();
      if (scope) {
        scope.userId = active?.viewer.id;
      }
      return active;
    });
    return found;
  };
  return {
    deps,
    requestId: facts.requestId,
    address: facts.address,
    userAgent: facts.userAgent,
    get cookieHeader() {
      return cookieHeader;
    },
    origin: facts.origin,
    sendsFile: facts.sendsFile,
    closed: facts.closed,
    session,
    viewer: async () => (await session())?.viewer ?? null,
    expectFavorites() {
      withFavorites = true;
    },
    isSignedOut: () => signedOut,
    sessionChanged(cookie) {
      cookieHeader = cookie?.split(';', 1)[0];
      found = undefined;
    },
    setCookie: facts.setCookie,
  };
}
