import { expect, it } from 'vitest';
import { deliveryVariables } from './deliveryAddress.ts';

const read = (search: string) => deliveryVariables(new URLSearchParams(search));

it('an address shows the deliveries that it names, and all without one that exists', () => {
  const endpoint = '0197c5a0-1111-7000-8000-00000000000a';
  expect(read('')).toEqual({ endpointId: null, isWaiting: null });
  expect(read(`endpoint=${endpoint}&state=waiting`)).toEqual({
    endpointId: endpoint,
    isWaiting: true,
  });
  expect(read('state=delivered')).toEqual({ endpointId: null, isWaiting: false });
  expect(read('endpoint=any&state=lost')).toEqual({ endpointId: null, isWaiting: null });
});
