import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';

/** The job that sends one event of the sandbox; the queue retries after a rejection. */
export async function sendSandboxEvent(
  payload: unknown,
  { paymentSandbox }: Pick<Deps, 'paymentSandbox'>,
): Promise<void> {
  const { id } = z.object({ id: z.string() }).parse(payload);
  await paymentSandbox?.deliver(id);
}
