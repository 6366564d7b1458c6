import { Readable } from 'node:stream';
import { rowsKeptFor } from '#api/platform/jobs/housekeeping.ts';
import type { Area } from '#api/areas/area.ts';
import { calendarType } from '#api/platform/files/icalendar.ts';
import { bookingCalendar } from './reading/bookingCalendar.ts';
import { chargebackRoutes } from './chargebacks/chargebacks.rest.ts';
import { lookAtOpenDisputes } from './chargebacks/lookAtDispute.ts';
import { paymentHandlers } from './paymentHandlers.ts';
import { receiptFile } from './receipts/receipts.ts';
import { keepDeadlines } from './deadlines.ts';
import { payOut } from '../payouts/payOut.ts';
import { forgetCards } from './payment/forgetCards.ts';
import { applyOutcome } from './payment/settlePayment.ts';
import { postMovements, reconcileDaily } from '../reconciliation/reconcile.ts';
import { readExpectedBalances } from './payment/expectedBalances.ts';
import { paymentWebhook } from '../payments/payments.rest.ts';
import './bookingWork.graphql.ts';
import './bookings.graphql.ts';
import './certificates/certificates.graphql.ts';
import './chargebacks/chargebacks.graphql.ts';
import './disputes/claims.graphql.ts';
import './disputes/disputes.graphql.ts';
import './payment/balance.graphql.ts';
import './payment/corrections.graphql.ts';
import './payment/refunds.graphql.ts';
import './reading/ownNights.graphql.ts';
import './receipts/receipts.graphql.ts';
import './reading/unpaidHolds.graphql.ts';
import './admin/adminBookings.graphql.ts';

export const bookingsArea: Area = {
  retention: [
    rowsKeptFor(540, {
      what: 'Browser and address of a payment',
      after: 'it was made',
      table: 'payment_devices',
      where: 'at < now() - make_interval(days => $1)',
    }),
  ],
  routes: [
    {
      method: 'GET',
      path: '/api/bookings/:id/calendar',
      access: 'signedIn',
      handle: async ({ deps, viewer }, { params }) => ({
        body: await bookingCalendar(deps, await viewer(), params['id'] ?? ''),
        contentType: calendarType,
        headers: { 'content-disposition': 'attachment; filename="stay.ics"' },
      }),
    },
    {
      method: 'GET',
      path: '/api/bookings/:id/receipts/:number',
      access: 'signedIn',
      handle: async ({ deps, viewer }, { params: { id = '', number = '' } }) => ({
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="receipt-${number.replaceAll(/[^\d-]/g, '')}.pdf"`,
          'cache-control': 'private, no-store',
        },
        file: Readable.from([await receiptFile(deps, await viewer(), id, number)]),
      }),
    },

    paymentWebhook(paymentHandlers),
    ...chargebackRoutes,
  ],
  jobs: {
    booking_deadlines: {
      run: (_payload, deps) => keepDeadlines(deps),
      at: '* * * * *',
      atStart: true,
    },
    pay_out: {
      run: (_payload, deps) => payOut(deps, applyOutcome(deps)),
      at: '* * * * *',
      atStart: true,
    },
    look_at_disputes: {
      run: (_payload, deps) => lookAtOpenDisputes(deps),
      at: '20 * * * *',
    },
    forget_cards: {
      run: (_payload, deps) => forgetCards(deps),
      at: '35 * * * *',
    },
    reconcile: {
      run: (_payload, deps) => reconcileDaily(deps, readExpectedBalances, paymentHandlers(deps)),
      at: '40 3 * * *',
    },
    post_movements: {
      run: (_payload, deps) => postMovements(deps, paymentHandlers(deps)),
      at: '50 * * * *',
    },
  },
};
