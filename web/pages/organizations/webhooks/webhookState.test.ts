import { expect, it } from 'vitest';
import { deliveryState, endpointState } from './webhookState.ts';

const at = '2027-02-13T09:30:00Z';

it.each([
  [{ pausedAt: null, gaveUp: false, failures: 0 }, 'Active'],
  [{ pausedAt: null, gaveUp: false, failures: 2 }, 'Failing'],
  [{ pausedAt: at, gaveUp: false, failures: 2 }, 'Paused'],
  [{ pausedAt: at, gaveUp: true, failures: 9 }, 'Paused: no answer for three days'],
])('an endpoint with %j is %s', (endpoint, label) => {
  expect(endpointState(endpoint).label).toBe(label);
});

it.each([
  [{ deliveredAt: at, tries: 3 }, 'Delivered'],
  [{ deliveredAt: null, tries: 3 }, 'Failing'],
  [{ deliveredAt: null, tries: 0 }, 'Waiting'],
])('a delivery with %j is %s', (delivery, label) => {
  expect(deliveryState(delivery).label).toBe(label);
});
