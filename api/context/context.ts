import type { Prisma } from '../generated/prisma/client.ts';
import type { Log } from '../platform/process/log.ts';
import type { Database } from '../platform/database/database.ts';
import { writesIn } from '../platform/http/ownWrites.ts';
import { requestScope } from '../platform/process/requestScope.ts';
import type { CatalogueCache } from '../platform/cache/catalogueCache.ts';
import type { TileServer } from '../platform/process/env.ts';
import type { Devices } from '../platform/sessions/devices.ts';
import type { Passwords } from '../platform/security/passwords.ts';
import type { RateLimits } from '../platform/limits/rateLimits.ts';
import type { ReadBudget } from '../platform/limits/readBudget.ts';
import type { SearchQueue } from '../platform/limits/searchQueue.ts';
import type { ApiBudgets, Charge } from '../platform/limits/apiBudgets.ts';
import { mayWrite, type ActiveToken, type ApiTokens } from '../platform/sessions/apiTokens.ts';
import type { ActiveSession, Sessions, Viewer } from '../platform/sessions/sessions.ts';
import type { Escrow } from '../modules/escrow/partner/escrowPartner.ts';
import type { PaymentProvider } from '../platform/payments/paymentProvider.ts';
import type { PaymentSandbox } from '../platform/payments/sandboxPayments.ts';
import type { Announcements } from '../platform/database/announcements.ts';
import type { Mailer } from '../platform/outgoing/mailer.ts';
import type { Secrets } from '../platform/security/secrets.ts';
import type { SignedLinks } from '../platform/security/signedLinks.ts';
import type { OutgoingPosts } from '../platform/outgoing/outgoingPosts.ts';
import type { ObjectStorage } from '../platform/storage/objectStorage.ts';
import type { VirusScanner } from '../platform/files/virusScanner.ts';
import type { Sandbox, Sandboxes } from './sandboxes.ts';
import type { Sources } from './sources.ts';
import type { SiteSettings } from '../modules/site/siteSettings.ts';

export interface Deps {
  database: Database;
  sessions: Sessions;
  apiTokens: ApiTokens;
  apiBudgets: ApiBudgets;
  devices: Devices;
  passwords: Passwords;
  rateLimits: RateLimits;
  readBudget: ReadBudget;
  searches: SearchQueue;
  catalogue: CatalogueCache;
  siteSettings: SiteSettings;
  secrets: Secrets;
  mailer: Mailer;
  escrow: Escrow;
  /** Undefined: no week can be booked online. */
  payments: PaymentProvider | undefined;
  paymentSandbox: PaymentSandbox | undefined;
  /** The current instant for rules about bookings and money, so that tests can move it. */
  clock: () => Date;
  inventoryRuns: Announcements;
  messageThreads: Announcements;
  subjectChanges: Announcements;
  storage: ObjectStorage;
  signedLinks: SignedLinks;
  sandboxes: Sandboxes;
  /** The sandbox of these services; undefined on live data. */
  sandbox: Sandbox | undefined;
  virusScanner: VirusScanner;
  tileServer: TileServer | undefined;
  sources: Sources;
  webhookPosts: OutgoingPosts;
  leaving: readonly LeavingStep[];
  publicUrl: string;
  log: Log;
}

/** Removes or withdraws a person's content, in the transaction that removes the account. */
export type LeavingStep = (transaction: Prisma.TransactionClient, userId: string) => Promise<void>;

export interface RequestContext {
  deps: Deps;
  /** Services on live data, where calls are counted; differ from `deps` for a test token. */
  live: Deps;
  requestId: string;
  address: string;
  userAgent: string | undefined;
  /** The Cookie header; after a sign-in within this request, the new session's cookie. */
  readonly cookieHeader: string | undefined;
  /** Scheme, host and port at which the client reaches the server, without a trailing slash. */
  origin: string;
  /** Time limit of an operation, in milliseconds. */
  longestOperation: number;
  /** Aborted when the response is closed, sent or not, or the server shuts down. */
  readonly closed: AbortSignal;
  token: ActiveToken | null;
  /** What a call with a token costs, once it is charged; writes add to it. */
  charge: Charge | undefined;
  /** The session, read at the first call; null when signed out or for a token. */
  session(): Promise<ActiveSession | null>;
  viewer(): Promise<Viewer | null>;
  /** The viewer, or the account of the token's organization. */
  account(): Promise<Viewer | null>;
  credential(): Promise<ActiveSession | ActiveToken | null>;
  /** Makes the next session query read the viewer's marks too. */
  expectMarks(): void;
  /** Whether the caller may have changed something that the cache of this process hasn't heard of. */
  knowsMore(): Promise<boolean>;
  /** Whether the session was looked up and none was found. */
  isSignedOut(): boolean;
  /** Switches this request to the session of a Set-Cookie value; undefined signs out. */
  sessionChanged(cookie: string | undefined): void;
  readonly answerHeaders: Record<string, string>;
  setCookie(cookie: string): void;
}

export interface RequestFacts {
  requestId: string;
  address: string;
  userAgent: string | undefined;
  origin: string;
  longestOperation: number;
  closed: () => AbortSignal;
  token: ActiveToken | null;
  /** Ignored if the request has a token. */
  cookieHeader: string | undefined;
  setCookie(cookie: string): void;
}

export function createRequestContext(
  given: Deps,
  facts: RequestFacts,
  live = given,
): RequestContext {
  const deps = facts.token ? depsOf(given, facts.token, () => context.charge) : given;
  let found: Promise<ActiveSession | null> | undefined;
  let signedOut = false;
  let withMarks = false;
  const { token } = facts;
  let cookieHeader = token ? undefined : facts.cookieHeader;
  const session = (): Promise<ActiveSession | null> => {
    found ??= deps.sessions.find(cookieHeader, { withMarks }).then((active) => {
      if (active?.renewedCookie) {
        facts.setCookie(active.renewedCookie);
      }
      signedOut = active === null && token === null;
      const scope = requestScope.getStore();
      if (scope) {
        scope.userId = active?.viewer.id ?? token?.account.id;
      }
      return active;
    });
    return found;
  };
  const viewer = async (): Promise<Viewer | null> => (await session())?.viewer ?? null;
  const context: RequestContext = {
    deps,
    live,
    requestId: facts.requestId,
    address: facts.address,
    userAgent: facts.userAgent,
    get cookieHeader() {
      return cookieHeader;
    },
    origin: facts.origin,
    longestOperation: facts.longestOperation,
    get closed() {
      return facts.closed();
    },
    token,
    charge: undefined,
    session,
    viewer,
    account: async () => token?.account ?? (await viewer()),
    credential: async () => token ?? (await session()),
    expectMarks() {
      withMarks = true;
    },
    async knowsMore() {
      if (token) {
        // Programs keep no cookies.
        return mayWrite(token) && !(await deps.catalogue.catchUp());
      }
      return !deps.catalogue.hasHeard(writesIn(facts.cookieHeader));
    },
    isSignedOut: () => signedOut,
    sessionChanged(cookie) {
      cookieHeader = cookie?.split(';', 1)[0];
      found = undefined;
    },
    answerHeaders: {},
    setCookie: facts.setCookie,
  };
  return context;
}

/** A token pays its writes in points; other limits count live and test tokens apart from browsers. */
const depsOf = (
  deps: Deps,
  { organizationId, mode }: ActiveToken,
  charge: () => Charge | undefined,
): Deps => ({
  ...deps,
  rateLimits: deps.rateLimits.ofToken({
    way: `${organizationId} ${mode}`,
    charge: async (points) => charge()?.takeMore(points),
  }),
});
