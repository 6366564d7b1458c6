/** Where weeks come from with sample data: both read the sandbox, which runs then. */
export const sampleProviders = [
  { name: 'Sandbox Weeks', kind: 'json_feed' as const, address: 'sandbox:/weeks.json' },
  { name: 'Sandbox Catalog', kind: 'csv_feed' as const, address: 'sandbox:/weeks.csv' },
];
