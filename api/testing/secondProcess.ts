import { createSandboxPayments, postedTo } from '../platform/payments/sandboxPayments.ts';
import { startChild } from './childProcess.ts';
import { createClient } from './client.ts';
import type { BookingStep } from './makeStep.ts';
import { programFile } from './program.ts';
import { sandboxSecret } from './sandboxSecret.ts';
import type { TestServer } from './testServer.ts';

/** What a test sends to its second process. */
export interface Order {
  /** The time from now on. */
  at: string;
  step: BookingStep | null;
}

export interface Answer {
  error: string | null;
}

/** A second process on the database, the storage and the clock of a test server. */
export interface SecondProcess {
  /** As the test server, but calls and events of payments go to the second process. */
  server: TestServer;
  /** Sets the clock of the second process to the time of the test server. */
  setClock(): Promise<void>;
  /** Makes a step there; one at a time. */
  make(step: BookingStep): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the second process; payments cost fees in it. */
export async function startSecondProcess(first: TestServer): Promise<SecondProcess> {
  const { databaseUrl, folder, deps } = first;
  const now = () => deps.clock().toISOString();
  const child = startChild([programFile('secondServer'), databaseUrl, folder, now()]);
  await child.printed(' is ready');
  const [url = ''] = child.stdout().split(' ');

  async function send(step: BookingStep | null): Promise<void> {
    const answered = new Promise<Answer>((resolve) => child.process.once('message', resolve));
    child.process.send({ at: now(), step } satisfies Order);
    const gone = child.ended.then((how) => ({ error: `It ended with ${how}: ${child.output()}` }));
    const { error } = await Promise.race([answered, gone]);
    if (error !== null) throw new Error(`The second process: ${error}`);
  }

  const paymentSandbox = createSandboxPayments({
    database: deps.database,
    secret: sandboxSecret,
    takeEvent: postedTo(() => `${url}/api/payments/webhook`),
    clock: deps.clock,
    fees: true,
  });
  return {
    server: {
      ...first,
      ...createClient(url),
      url,
      deps: { ...deps, payments: paymentSandbox, paymentSandbox },
    },
    setClock: () => send(null),
    make: send,
    async stop() {
      await child.end('SIGTERM');
    },
  };
}
