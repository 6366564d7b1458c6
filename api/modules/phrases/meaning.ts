/** Days of arrival, both included, YYYY-MM-DD. */
export interface Arrival {
  from: string;
  to: string;
}

/** What a search asks of a week. Each part is a condition; missing parts don't narrow. */
export interface Meaning {
  /** The day of arrival north of the equator; everywhere if `southArrival` is missing. */
  arrival?: Arrival;
  /** The day of arrival south of the equator, where seasons are six months apart. */
  southArrival?: Arrival;
  /** One of these nights must be free. */
  oneOfNights?: readonly string[];
  /** Days before and after the wanted arrival that will do as well. */
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
  /** Price of the whole stay. */
  total?: PriceRange;
  /** Price of a night. */
  nightly?: PriceRange;
  mode?: 'rent' | 'buy';
}

/** Whole units of the currency. */
export interface PriceRange {
  least?: number;
  most?: number;
  currency: string;
}

/** What a rule read: a meaning, and how a person would write it. */
export interface Reading {
  meaning: Meaning;
  label: string;
  /** The label in a search for what is for sale, if it is another one. */
  saleLabel?: string;
}
