import { listOf } from '#api/modules/phrases/listOf.ts';

/**
 * Other names of areas: islands, cities with their surroundings, landmarks. Their positions are in
 * the table `search_areas`.
 */
export const areas: Readonly<Record<string, readonly string[]>> = {
  Maui: [],
  Kauai: ['kauai island'],
  Oahu: [],
  'Big Island': listOf('hawaii island, big island of hawaii, kona, kailua kona, hawaii big island'),
  Waikiki: ['waikiki beach'],
  Kaanapali: ['kaanapali beach', 'ka anapali'],
  'Ko Olina': [],
  Wailea: [],
  Poipu: ['poipu beach'],
  Princeville: [],
  'Orlando area': ['orlando', 'mco', 'greater orlando', 'orlando fl area'],
  'Walt Disney World': listOf(`
    disney world, disneyworld, wdw, magic kingdom, epcot, hollywood studios, disney springs`),
  'Universal Orlando': listOf(`
    universal studios orlando, universal orlando, universal studios, universal studios florida,
    universal`),
  'SeaWorld Orlando': ['seaworld', 'sea world', 'seaworld orlando'],
  Disneyland: listOf(`
    disney land, disneyland california, disneyland resort, disney california adventure`),
  'Las Vegas Strip': ['strip', 'vegas strip', 'the strip', 'las vegas boulevard'],
  'Phoenix area': ['phoenix', 'greater phoenix', 'valley of the sun'],
  'San Diego area': ['san diego', 'san diego county'],
  'Los Angeles area': ['los angeles', 'la area', 'l a'],
  'Southern California': ['socal', 'so cal', 'south california'],
  'Northern California': ['norcal'],
  'Palm Springs area': ['palm springs', 'coachella valley'],
  'Lake Tahoe': ['tahoe'],
  'Los Cabos': ['cabo', 'los cabos', 'san jose del cabo'],
  'Puerto Vallarta area': ['puerto vallarta', 'pv', 'banderas bay', 'riviera nayarit'],
  'Riviera Maya and Cancún': ['riviera maya', 'mayan riviera', 'playa del carmen'],
  'Costa del Sol': [],
  'Miami area': ['miami', 'south beach'],
  'South Florida': ['southeast florida'],
  'Florida Keys': ['the keys'],
  'Naples area': ['naples'],
  'Hilton Head': ['hilton head', 'hhi', 'hilton head sc'],
  'Grand Strand': [],
  'Palm Beach, Aruba': ['palm beach aruba'],
  'Eagle Beach': [],
  'Summit County': ['frisco colorado'],
  'Palm Beaches': [],
  'Smoky Mountains': ['gatlinburg area', 'pigeon forge area'],
  Poconos: ['pocono mountains'],
  'Branson area': [],
  'Outer Banks': ['obx'],
  'Cape Cod': [],
  Tenerife: [],
  'Gran Canaria': [],
  Phuket: ['phuket island'],
  'Key West': [],
  'Grand Canyon': ['grand canyon national park'],
  Sedona: [],
  'Napa Valley': ['napa'],
  Yosemite: ['yosemite national park'],
  Yellowstone: ['yellowstone national park'],
  'Niagara Falls': [],
  'Williamsburg area': ['williamsburg', 'busch gardens williamsburg'],
  'Destin area': ['destin'],
  Caribbean: ['the caribbean', 'caribe', 'west indies', 'antilles', 'caribbean islands'],
  Europe: ['europa', 'mediterranean'],
  Asia: ['southeast asia'],
  'Central America': [],
  'South America': [],
  Polynesia: ['south pacific'],
};

export const placeAliases: Readonly<Record<string, readonly string[]>> = {
  'united states': listOf('usa, us, u s, america, the states, united states of america, u s a'),
  'us virgin islands': ['usvi', 'virgin islands', 'u s virgin islands', 'american virgin islands'],
  'st thomas': ['saint thomas'],
  'st kitts': ['saint kitts', 'saint kitts and nevis', 'st kitts and nevis', 'st kitts nevis'],
  'grand cayman': ['cayman'],
  'cayman islands': ['caymans', 'cayman', 'the cayman islands'],
  bahamas: ['the bahamas', 'las bahamas', 'nassau'],
  hawaii: ['hawaiian islands', 'aloha state', 'hawaiian'],
  mexico: ['mx', 'mejico'],
  spain: ['espana'],
  'las vegas': ['vegas', 'lv'],
  'fort lauderdale': ['ft lauderdale'],
  'cabo san lucas': ['cabo'],
  cancun: ['can cun'],
  'steamboat springs': ['steamboat'],
  breckenridge: ['breck'],
  'hilton head island': ['hilton head'],
  'new york city': ['nyc'],
  'dominican republic': ['dr', 'punta cana'],
  'united kingdom': ['uk'],
};

/** Towns that have a namesake, with the name of the state after them. */
export const namesakes: readonly string[] = ['palm beach'];

export const states: Readonly<Record<string, string>> = Object.fromEntries(
  listOf(`
    al Alabama, ak Alaska, az Arizona, ar Arkansas, ca California, co Colorado, ct Connecticut,
    de Delaware, dc District of Columbia, fl Florida, ga Georgia, hi Hawaii, id Idaho,
    il Illinois, in Indiana, ia Iowa, ks Kansas, ky Kentucky, la Louisiana, me Maine, md Maryland,
    ma Massachusetts, mi Michigan, mn Minnesota, ms Mississippi, mo Missouri, mt Montana,
    ne Nebraska, nv Nevada, nh New Hampshire, nj New Jersey, nm New Mexico, ny New York,
    nc North Carolina, nd North Dakota, oh Ohio, ok Oklahoma, or Oregon, pa Pennsylvania,
    ri Rhode Island, sc South Carolina, sd South Dakota, tn Tennessee, tx Texas, ut Utah,
    vt Vermont, va Virginia, wa Washington, wv West Virginia, wi Wisconsin, wy Wyoming,
    pr Puerto Rico, vi U.S. Virgin Islands`).map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

export interface Attribute {
  /** A resort must have one of these phrases: amenities or parts of names. */
  amenities: readonly string[];
  /** Words that people use. A resort with these words also matches, unless `isOnly`. */
  words: readonly string[];
  isOnly?: true;
}

/** Words that stand for one of several phrases. */
export const attributes: readonly Attribute[] = [
  {
    amenities: ['Kids Club'],
    words: listOf(`
      kid friendly, kids friendly, family friendly, child friendly, family, families, for kids,
      for families, with kids, with children, kids, children, kids club, family resort, toddlers,
      ninos`),
  },
  {
    amenities: ['Beach Access'],
    words: listOf(`
      beachfront, beach front, oceanfront, ocean front, seafront, on the beach, beachside,
      seaside, by the beach, near the beach, close to the beach, on the ocean, ocean view,
      oceanview, ocean views, sea view, sea views, beach access, beach, private beach, playa,
      waterfront`),
  },
  {
    amenities: ['Ski Access', 'Ski-in/Ski-out', 'Ski Shuttle'],
    words: listOf('ski, skiing, snowboard, snowboarding, slopes, ski resort, near the slopes'),
  },
  {
    amenities: ['Ski-in/Ski-out'],
    words: ['ski in ski out', 'ski in', 'slopeside', 'ski in and ski out'],
  },
  { amenities: ['Hot Tub'], words: ['hot tub', 'jacuzzi', 'hot tubs', 'whirlpool'] },
  { amenities: ['Fitness Center'], words: ['gym', 'fitness', 'fitness center', 'workout'] },
  { amenities: ['Water Park'], words: ['water park', 'waterpark', 'water slides', 'water slide'] },
  { amenities: ['Lazy River'], words: ['lazy river'] },
  { amenities: ['Golf'], words: ['golf', 'golfing', 'golf course', 'golf resort'] },
  { amenities: ['Dive Shop'], words: ['scuba', 'scuba diving', 'diving', 'dive shop', 'dive'] },
  { amenities: ['Wifi'], words: ['wifi', 'wi fi', 'internet'] },
  { amenities: ['Pool'], words: ['pool', 'swimming pool', 'pools', 'piscina', 'alberca'] },
  { amenities: ['Spa'], words: ['spa', 'massage'] },
  { amenities: ['Tennis'], words: ['tennis'] },
  { amenities: ['Marina'], words: ['marina'] },
  { amenities: ['Parking'], words: ['parking', 'free parking'] },
  { amenities: ['Restaurant'], words: ['restaurant', 'restaurants', 'dining'] },
  {
    amenities: ['Pet Friendly'],
    words: ['pet friendly', 'pets allowed', 'dog friendly', 'pets', 'dogs'],
  },
  {
    // "Accessible" alone has the same stem as "Beach Access".
    amenities: ['Wheelchair', 'Accessible Room', 'Handicap'],
    words: ['wheelchair accessible', 'wheelchair', 'accessible', 'ada', 'handicap accessible'],
    isOnly: true,
  },
  { amenities: ['All Inclusive'], words: ['all inclusive', 'todo incluido'] },
  { amenities: ['Adults Only'], words: ['adults only', 'adult only', 'no kids'], isOnly: true },
  // The word alone also occurs in the name of Hilton Head.
  {
    amenities: ['Hilton Grand Vacations', 'Hilton Vacation Club'],
    words: ['hilton', 'hiltons'],
    isOnly: true,
  },
];

export const orders = {
  PRICE_LOW_TO_HIGH: listOf(`
    cheap, cheapest, affordable, budget, inexpensive, low cost, lowest price, lowest priced,
    cheap deals, deals, deal, bargain, bargains, economical, barato, baratos, barata, low price`),
  PRICE_HIGH_TO_LOW: ['luxury', 'luxurious', 'most expensive', 'upscale', 'high end'],
  HIGHEST_RATED: listOf(`
    best, top, top rated, best rated, highest rated, nicest, mejor, mejores, five star`),
  MOST_REVIEWS: ['popular', 'most popular', 'most reviewed', 'most reviews'],
  EARLIEST: listOf('soonest, earliest, asap, as soon as possible, first available, next available'),
};

/** Words about the product itself; alone, they match everything. */
export const productWords: readonly string[] = listOf(`
  resort, resorts, timeshare, timeshares, rental, rentals, week, weeks, hotel, hotels, hoteles,
  vacation, vacations, holiday, holidays, trip, getaway, getaways, stay, stays, place, places,
  accommodation, accommodations, condo, condos, lodging, area, somewhere, anywhere, anything,
  something, available, availability, for, sale, rent, book, booking`);

export const functionWords: readonly string[] = listOf(`
  looking, look, want, need, find, search, show, me, i, im, my, we, our, us, you, can, could,
  would, like, where, what, which, is, are, am, to, a, an, the, in, on, at, of, with, and, or,
  from, please, go, going, visit, nice, good, great, lovely, en, con, el, la, los, las, de, un,
  una, para, del, y, o, by, around, nearby, near, some, any, most, very, really, not, no, without`);

export const placeNouns: readonly string[] = listOf(`
  island, islands, city, town, state, county, region, isle`);

export const nearWords: readonly string[] = listOf(`
  near, near to, close to, closest to, nearby, next to, by, around, minutes from, minutes to,
  miles from, miles to, km from, walking distance to, walking distance from, walk to, cerca de,
  beside, outside`);

export const negations: readonly string[] = ['not', 'no', 'without', 'except', 'excluding', 'sin'];

/** Brands without resorts here that people often search for. */
export const otherBrands: readonly string[] = listOf(`
  bluegreen, four seasons, rci, interval international, shell vacations, silverleaf,
  vacation village, raintree, capital vacations, embarc, club med, sandals, ritz carlton,
  four seasons resort, hawaiian princess, exploria, festiva, spinnaker`);

/** Words of dates and people, for which the phrase reader has rules. */
export const timeWords: readonly string[] = listOf(`
  january, february, march, april, may, june, july, august, september, october, november,
  december, spring, summer, autumn, fall, winter, christmas, thanksgiving, easter, weekend,
  bedroom, bedrooms, guests, people, nights, night, week, under, adults`);

export const nearBrands: Readonly<Record<string, readonly string[]>> = {
  disney: ['Walt Disney World', 'Disneyland'],
  universal: ['Universal Orlando'],
};
