export const usageSpans = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const;

export const usageModes = [
  { value: 'live', label: 'Live tokens' },
  { value: 'test', label: 'Test tokens' },
] as const;

interface UsageAddress {
  days: (typeof usageSpans)[number]['value'];
  mode: (typeof usageModes)[number]['value'];
}

/** The usage shown for a URL; by default live calls of the last 30 days. */
export function parseUsageAddress(params: URLSearchParams): UsageAddress {
  return {
    days: usageSpans.find(({ value }) => value === params.get('days'))?.value ?? '30',
    mode: usageModes.find(({ value }) => value === params.get('mode'))?.value ?? 'live',
  };
}
