export const deliveryStates = [
  { value: 'all', label: 'All deliveries' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
] as const;

export interface DeliveryAddress {
  /** Plain id of an endpoint, or 'all'. */
  endpoint: string;
  state: (typeof deliveryStates)[number]['value'];
}

/** The deliveries shown for a URL; all by default. */
export function parseDeliveryAddress(params: URLSearchParams): DeliveryAddress {
  const endpoint = params.get('endpoint') ?? '';
  return {
    endpoint: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(endpoint) ? endpoint : 'all',
    state: deliveryStates.find(({ value }) => value === params.get('state'))?.value ?? 'all',
  };
}

export function deliveryVariables(params: URLSearchParams) {
  const { endpoint, state } = parseDeliveryAddress(params);
  return {
    endpointId: endpoint === 'all' ? null : endpoint,
    isWaiting: state === 'all' ? null : state === 'waiting',
  };
}
