/** What a root field takes besides the fields that are selected, in points. */
interface RootCost {
  /** Each time. */
  points: number;
  /** For each word of its text. */
  word?: number;
  /** For each condition of its filter. */
  condition?: number;
  /** Whether it searches: an operation may do so `operationLimits.searches` times. */
  isSearch?: true;
}

/** What each operation takes by itself: its way through HTTP, limits and validation. */
export const operationPoints = 30;

/** Words of a text that count. */
export const mostWords = 16;

/** A search that only members of the team can ask for. It is not measured. */
const ofTeam: RootCost = { points: 50, isSearch: true };

/**
 * The processor time of root fields on the sample data, of the server and of PostgreSQL, in units of
 * 10 to 20 microseconds, by the machine. `npm run bench -- --only points` measures it, and `rootCosts.test.ts` holds
 * it to a factor of three. The fields that are selected cost what their `complexity` says.
 */
export const rootCosts: Readonly<Record<string, RootCost>> = {
  cancellationPolicies: { points: 0 },
  comparedListings: { points: 60 },
  listings: { points: 200 },
  newAvailability: { points: 60, isSearch: true },
  node: { points: 90 },
  nodes: { points: 60 },
  resort: { points: 50 },
  resortFacets: { points: 150, word: 45, condition: 40, isSearch: true },
  resortMap: { points: 40, word: 30, condition: 8, isSearch: true },
  resortSuggestions: { points: 220, isSearch: true },
  resorts: { points: 20, word: 40, condition: 10, isSearch: true },
  saleFacets: { points: 120, word: 50, condition: 45, isSearch: true },
  saleListing: { points: 110 },
  saleListings: { points: 100, word: 40, condition: 20, isSearch: true },
  searchPhrases: { points: 20, word: 40 },
  searchReading: { points: 20, word: 40 },
  searchWaysOn: { points: 120, word: 110, condition: 115, isSearch: true },
  site: { points: 0 },
  topResorts: { points: 20, isSearch: true },
  viewer: { points: 0 },
  weekMonths: { points: 150, word: 130, condition: 30, isSearch: true },
  weeks: { points: 20, word: 90, condition: 15, isSearch: true },
  adminSearch: ofTeam,
  bookings: ofTeam,
  disputes: ofTeam,
  inquiries: ofTeam,
  managedListings: ofTeam,
  managedResorts: ofTeam,
  users: ofTeam,
};
