import type { ActiveToken } from '../platform/sessions/apiTokens.ts';
import type { Deps } from './context.ts';

/** Test data of organizations. Each has its own database, so no query can reach a live row. */
export interface Sandboxes {
  /**
   * Creates the sandbox if necessary.
   * @throws {UnavailableError | RateLimitedError} if too many are in use, or were created
   */
  open(caller: SandboxCaller): Promise<OpenSandbox>;
  /** Deletes a sandbox with its files, and closes it in every process. */
  drop(organizationId: string): Promise<void>;
  /** Deletes sandboxes of closed organizations, and those unused for these days. */
  dropUnused(days: number): Promise<void>;
  close(): Promise<void>;
}

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
