import { z } from 'zod';
import type { Area } from '#api/areas/area.ts';
import { paymentSandboxRoutes } from './payments.rest.ts';
import { rowsKeptFor } from '#api/platform/jobs/housekeeping.ts';
import './payments.graphql.ts';

export const paymentsArea: Area = {
  routes: paymentSandboxRoutes,
  retention: [
    rowsKeptFor(400, {
      what: 'The record of events of the payment provider',
      after: 'they were received',
      table: 'payment_events',
      where: 'received_at < now() - make_interval(days => $1)',
    }),
  ],
  jobs: {
    /** Sends one event of the sandbox; the queue retries after a rejection. */
    send_sandbox_event: {
      async run(payload, { paymentSandbox }) {
        const { id } = z.object({ id: z.string() }).parse(payload);
        await paymentSandbox?.deliver(id);
      },
    },
  },
};
