import type { Area } from '#api/areas/area.ts';
import { paymentSandboxRoutes } from './payments.rest.ts';
import { sendSandboxEvent } from './sandboxEvents.ts';
import { rowsKeptFor } from '#api/platform/housekeeping.ts';
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
  jobs: { send_sandbox_event: { run: sendSandboxEvent } },
};
