import type { ActiveToken } from '../platform/sessions/apiTokens.ts';
import type { Deps } from './context.ts';

/** Test data of organizations. Each has its own database, so no query can reach a live row. */
export interface Sandboxes {
  /**
   * Opens the sandbox of an organization, creating it if necessary. Unapproved organizations have
   * separate places.
   * @throws {UnavailableError} if too many are in use, or the installation can't create databases
   * @throws {RateLimitedError} if the account or the address has created too many
   */
  open(caller: SandboxCaller): Promise<OpenSandbox>;
  /**
   * Deletes a sandbox with its files, and closes it in every process. The next use creates a new
   * sandbox.
   */
  drop(organizationId: string): Promise<void>;
  /**
   * Deletes the sandboxes of closed organizations and of organizations that used no test token for
   * these days.
   */
  dropUnused(days: number): Promise<void>;
  close(): Promise<void>;
}

/** The caller of a sandbox: a token, and the client's IP address. */
export type SandboxCaller = Pick<ActiveToken, 'organizationId' | 'isApproved'> & {
  account: { id: string };
  address: string;
};

export interface OpenSandbox {
  deps: Deps;
  /** Aborts when the sandbox is closed, to free its place or because it is idle. */
  closing: AbortSignal;
  /** Must be called after the response; until then the sandbox stays open. */
  done(): void;
}

export interface Sandbox {
  organizationId: string;
  /** Live services for messages to real servers, and for mail to members about these messages. */
  live: Pick<Deps, 'database' | 'clock' | 'siteSettings'>;
  /** Sets the milliseconds by which the clock is ahead, and performs due work. */
  clockMoved(ahead: number): Promise<void>;
}
