/** Days of arrival, both included, YYYY-MM-DD. */
export interface Arrival {
  from: string;
  to: string;
}

/** Conditions of a search on a week. Missing conditions don't narrow the search. */
export interface Meaning {
  /** Days of arrival north of the equator; everywhere if `southArrival` is missing. */
  arrival?: Arrival;
  /** Days of arrival south of the equator, where seasons are six months apart. */
  southArrival?: Arrival;
  oneOfNights?: readonly string[];
  flexibleDays?: number;
  leastNights?: number;
  mostNights?: number;
  /** Day of the week of the arrival: 1 is Monday, 7 Sunday. */
  arrivalWeekday?: number;
  weekNumber?: number;
  guests?: number;
  /** 0 is a studio. */
  bedrooms?: number;
  minRating?: number;
  total?: PriceRange;
  nightly?: PriceRange;
  mode?: 'rent' | 'buy';
}

/** Whole units of the currency. */
export interface PriceRange {
  least?: number;
  most?: number;
  currency: string;
}

export interface Reading {
  meaning: Meaning;
  label: string;
  /** The label in a search for sales, if different. */
  saleLabel?: string;
}
