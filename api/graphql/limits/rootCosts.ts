/** What a root field takes besides the fields that are selected, in points. */
interface RootCost {
  /** Each time. */
  points: number;
  /** For each condition of its filter. */
  condition?: number;
  /** Whether it searches: an operation may do so `operationLimits.searches` times. */
  isSearch?: true;
}

/** What each operation takes by itself: its way through HTTP, limits and validation. */
export const operationPoints = 30;

/**
 * For each word of a text, whichever fields of an operation search it: the words are read once, and
 * the fields take about as long for many words as for few.
 */
export const wordPoints = 40;

/** Words of a text, and conditions of a filter, that count. */
export const [mostWords, mostConditions] = [16, 16];

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
  resortFacets: { points: 150, condition: 40, isSearch: true },
  resortMap: { points: 40, condition: 8, isSearch: true },
  resortSuggestions: { points: 220, isSearch: true },
  resorts: { points: 20, condition: 10, isSearch: true },
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
  users: ofTeam,
};
