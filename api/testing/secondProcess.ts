import { createSandboxPayments, postedTo } from '../platform/payments/sandboxPayments.ts';
import { startChild } from './childProcess.ts';
import { createClient } from './client.ts';
import type { BookingStep } from './makeStep.ts';
import { programFile } from './program.ts';
import { sandboxSecret } from './sandboxSecret.ts';
import type { TestServer } from './testServer.ts';

export type SecondStep = BookingStep | { do: 'runJobs' | 'keepSaleDeadlines' };

/** What a test sends to its second process. */
export interface Order {
  /** The time from now on. */
  at: string;
  step?: SecondStep;
  /** The statement to the database at which it halts, counted from now on. */
  halt?: { statement: number; side: 'before' | 'after' };
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
  /** Makes a step there, after those before it. */
  make(step: SecondStep): Promise<void>;
  /** Lets it halt, and kills it there. */
  killAt(halt: NonNullable<Order['halt']>): Promise<void>;
  /** Whether it has come to where it is killed, or is gone. */
  isDead(): boolean;
  /** The errors in its log, as JSON. */
  errors(): string[];
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the second process; payments cost fees in it.
 * @param escrowUrl of the escrow partner, if it is no sandbox
 */
export async function startSecondProcess(
  first: TestServer,
  escrowUrl?: string,
): Promise<SecondProcess> {
  const { databaseUrl, folder, deps } = first;
  const now = () => deps.clock().toISOString();
  const child = startChild([
    programFile('secondServer'),
    ...[databaseUrl, folder, now(), ...(escrowUrl === undefined ? [] : [escrowUrl])],
  ]);
  await child.printed(' is ready');
  const [url = ''] = child.stdout().split(' ');

  const isGone = () => child.process.exitCode !== null || child.process.signalCode !== null;

  async function sendNow(order: Omit<Order, 'at'>): Promise<void> {
    const gone = child.ended.then((how) => ({ error: `It ended with ${how}: ${child.output()}` }));
    const ask = (): Promise<Answer> => {
      const answered = new Promise<Answer>((resolve) => child.process.once('message', resolve));
      child.process.send({ at: now(), ...order } satisfies Order, () => undefined);
      return Promise.race([answered, gone]);
    };
    const { error } = await (isGone() ? gone : ask());
    if (error !== null) throw new Error(`The second process: ${error}`);
  }

  let last: Promise<unknown> = Promise.resolve();
  function send(order: Omit<Order, 'at'>): Promise<void> {
    const answered = last.then(() => sendNow(order));
    last = answered.catch(() => undefined);
    return answered;
  }

  const kill = async () => {
    await child.end();
  };

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
    setClock: () => send({}),
    make: (step) => send({ step }),
    async killAt(halt) {
      await send({ halt });
      child.printed('halted').then(kill, () => undefined);
    },
    isDead: () => isGone() || child.stdout().includes('halted\n'),
    errors: () =>
      child
        .stdout()
        .split('\n')
        .filter((line) => line.startsWith('{')),
    kill,
    async stop() {
      await child.end('SIGTERM');
    },
  };
}
