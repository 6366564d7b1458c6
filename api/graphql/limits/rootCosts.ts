interface RootCost {
  points: number;
  /** Points per condition of its filter. */
  condition?: number;
  /** Whether the field searches: an operation may search `operationLimits.searches` times. */
  isSearch?: true;
}

/** Base cost of each operation, for HTTP, limits and validation. */
export const operationPoints = 30;

/** Counted once per operation: fields take about as long for many words as for few. */
export const wordPoints = 40;

/** The most words of a text, and conditions of a filter, that are charged. */
export const [mostWords, mostConditions] = [16, 16];

/**
 * Points per row of mutations that take a list `rows` in their input and answer with `results`, one
 * for each row.
 */
export const rowCosts: Readonly<Record<string, number>> = { bulkUpsertListings: 5 };

/** A search that only the team can use; not measured. */
const ofTeam: RootCost = { points: 50, isSearch: true };

/**
 * Processor time of root fields on the sample data, in server and PostgreSQL, in units of 10 to 20
 * microseconds, depending on the machine. `rootCosts.test.ts` enforces it within a factor of three.
 * Selected fields cost their `complexity`.
 */
export const rootCosts: Readonly<Record<string, RootCost>> = {
  cancellationPolicies: { points: 0 },
  certificateToConfirm: { points: 100 },
  checkOffer: { points: 100 },
  comparedListings: { points: 60 },
  listings: { points: 200 },
  newAvailability: { points: 60, isSearch: true },
  node: { points: 90 },
  nodes: { points: 60 },
  partnerLink: { points: 100 },
  resort: { points: 50 },
  resortFacets: { points: 150, condition: 40, isSearch: true },
  resortMap: { points: 40, condition: 8, isSearch: true },
  resortSuggestions: { points: 220, isSearch: true },
  resorts: { points: 20, condition: 10, isSearch: true },
  saleComparables: { points: 60 },
  saleFacets: { points: 120, condition: 45, isSearch: true },
  saleListing: { points: 110 },
  saleListings: { points: 100, condition: 20, isSearch: true },
  searchPhrases: { points: 20 },
  searchReading: { points: 20 },
  searchWaysOn: { points: 120, condition: 115, isSearch: true },
  site: { points: 0 },
  topResorts: { points: 20, isSearch: true },
  viewer: { points: 0 },
  weekMonths: { points: 150, condition: 30, isSearch: true },
  weeks: { points: 20, condition: 15, isSearch: true },
  adminSearch: ofTeam,
  bookings: ofTeam,
  disputes: ofTeam,
  inquiries: ofTeam,
  managedListings: ofTeam,
  managedResorts: ofTeam,
  sales: ofTeam,
  users: ofTeam,
};
