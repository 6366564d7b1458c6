import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';

/** The job that sends one event of the sandbox; a rejection makes the queue send it again. */
export async function sendSandboxEvent(
  payload: unknown,
  { paymentSandbox }: Pick<Deps, 'paymentSandbox'>,
): Promise<void> {
  const { id } = z.object({ id: z.string() }).parse(payload);
  await paymentSandbox?.deliver(id);
}
