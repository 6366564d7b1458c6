import { expect, it } from 'vitest';
import { deliveryState, endpointState, progressOf } from './webhookState.ts';

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

it.each([
  [{ tries: 0, answerStatus: 500, problem: null }, 'not tried yet'],
  [{ tries: 1, answerStatus: 200, problem: null }, '1 attempt · answered 200'],
  [{ tries: 2, answerStatus: null, problem: 'No answer' }, '2 attempts · No answer'],
])('a delivery with %j says: %s', (delivery, words) => {
  expect(progressOf(delivery)).toBe(words);
});
