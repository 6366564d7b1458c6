import type { ActiveToken } from '../platform/apiTokens.ts';
import type { Deps } from './context.ts';

/** Test data of organizations: each has a database of its own, so no query can meet a live row. */
export interface Sandboxes {
  /**
   * Opens the sandbox of an organization, or makes it. Organizations that are not approved have places
   * of their own, and take none of the others.
   * @throws {UnavailableError} if too many are in use, or the installation can't have any
   * @throws {RateLimitedError} if the account or the address has made too many
   */
  open(caller: SandboxCaller): Promise<OpenSandbox>;
  /** Deletes a sandbox with its files, and closes it in every process. The next use makes it anew. */
  drop(organizationId: string): Promise<void>;
  /** Deletes the sandboxes of organizations that are gone, or used no test token for some days. */
  dropUnused(days: number): Promise<void>;
  close(): Promise<void>;
}

/** Who opens a sandbox: a token, and the IP address that it is sent from. */
export type SandboxCaller = Pick<ActiveToken, 'organizationId' | 'isApproved'> & {
  account: { id: string };
  address: string;
};

/** Services on the test data of one organization, for one request. */
export interface OpenSandbox {
  deps: Deps;
  /** Aborts when the sandbox is closed, because its place is needed or nobody uses it. */
  closing: AbortSignal;
  /** Must be called when the request is answered; until then the sandbox stays open. */
  done(): void;
}

/** What belongs to a sandbox alone. */
export interface Sandbox {
  organizationId: string;
  /** For what leaves the sandbox: messages to real servers, and mail to members about them. */
  live: Pick<Deps, 'database' | 'clock' | 'siteSettings'>;
  /** Takes over by how many milliseconds the clock is ahead, and does what is due by it. */
  clockMoved(ahead: number): Promise<void>;
}
