import type { SiteSettingKey } from '../modules/site/siteSettings.ts';
import type { DeedBack, ResortFee } from '../generated/prisma/client.ts';
import { occupancyTaxes, termsOf, type TermsRow } from './bookingTerms.ts';
import { listingPictures, resortPictures, type SamplePicture } from './samplePictures.ts';
import { factsOf, ownerStates, publishedHistory, type FactRow } from './ownerListings.ts';
import { createRandom, hashText, type Random } from '#common/random.ts';
import { resortScenes, type Scene } from '../../art/resortScenes.ts';
import { deedBackOf, feesOf } from './costsOfOwning.ts';
import { seasonsOf, type SeasonRow } from './seasons.ts';
import { stayStories, type StayStory } from './stayStories.ts';
import { resortIntroductions } from './resortTexts.ts';
import {
  closings,
  generalDetails,
  gripes,
  neutralOpenings,
  openings,
  placeDetails,
  titles,
} from './reviewTexts.ts';
import { sampleResorts } from './resorts/sampleResorts.ts';
import { addDays, dayMs } from '#common/days.ts';

export type WeekRule = 'friday' | 'saturday' | 'sunday';
export type ContractVerificationStatus =
  | 'pending'
  | 'verified'
  | 'rejected'
  | 'more_information'
  | 'expired';

export interface UserRow {
  id: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  role: 'user' | 'admin';
  createdAt: Date;
}

export interface BrandAliasRow {
  alias: string;
  brand: string;
}

export interface ResortRow {
  id: string;
  slug: string;
  name: string;
  brand: string;
  city: string;
  region: string;
  country: string;
  countryCode: string;
  destination: string;
  location: string;
  description: string;
  imageUrl: string;
  amenities: string[];
  priceMin: number;
  priceMax: number;
  isNewAvailability: boolean;
  latitude: number;
  longitude: number;
  timezone: string;
  weekRule: WeekRule;
  scene: Scene;
  createdAt: Date;
}

export interface ReviewRow {
  id: string;
  resortId: string;
  userId: string;
  rating: number;
  title: string;
  content: string;
  createdAt: Date;
}

export interface ListingRow extends FactRow, TermsRow {
  id: string;
  resortId: string;
  ownerId: string;
  title: string;
  description: string;
  pricePerNightCents: number;
  availableFrom: string;
  availableTo: string;
  /** Null: only as a whole. */
  minNights: number | null;
  maxGuests: number;
  bedrooms: number;
  isActive: boolean;
  contractVerificationStatus: ContractVerificationStatus;
  ownershipVerified: boolean;
  isForSale: boolean;
  salePriceCents: number | null;
  /** A plain date; null if the proof of ownership has no end. */
  evidenceEndsOn: string | null;
  reviewRequestedAt: Date;
  createdAt: Date;
}

export interface ListingEventRow {
  id: string;
  listingId: string;
  actorId: string | null;
  kind: (typeof ownerStates)[number]['history'][number]['kind'];
  note: string | null;
  createdAt: Date;
}

export interface BookingRow {
  id: string;
  resortId: string;
  listingId: string;
  userId: string;
  checkIn: string;
  checkOut: string;
  guests: number;
  totalPriceCents: number;
  status: 'confirmed';
  createdAt: Date;
}

export interface PictureRow extends SamplePicture {
  id: string;
  listingId: string | null;
  resortId: string | null;
  createdAt: Date;
}

export interface SampleData {
  users: UserRow[];
  brandAliases: BrandAliasRow[];
  resorts: ResortRow[];
  seasons: SeasonRow[];
  /** Of two resorts in three. */
  fees: ResortFee[];
  /** Of every fourth resort. */
  deedBacks: DeedBack[];
  reviews: ReviewRow[];
  listings: ListingRow[];
  /** History of the sample owner's listings. */
  listingEvents: ListingEventRow[];
  pictures: PictureRow[];
  bookings: BookingRow[];
  settings: { key: SiteSettingKey; value: string }[];
  /** Stays that were booked and paid on the site, each in its own week. */
  stays: SampleStay[];
}

/** A story with its week and traveler. */
export interface SampleStay {
  story: StayStory;
  listing: Omit<ListingRow, 'checkInDay'> & { checkInDay: null };
  events: ListingEventRow[];
  guest: UserRow;
  resortName: string;
  taxBps: number;
}

/** Passwords of the three sample accounts by username; the other accounts can't sign in. */
export const samplePasswords = {
  admin: 'tideweek-admin-1',
  owner: 'tideweek-owner-1',
  traveller: 'tideweek-traveller-1',
} as const;

/**
 * All sample rows, in an order that satisfies their references. The same `today` gives the same
 * rows.
 */
export function sampleData(today: string): SampleData {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today) || Number.isNaN(Date.parse(today))) {
    throw new RangeError(`today must be a date like 2026-05-01, not ${today}`);
  }
  const users = makeUsers(today);
  const resorts = makeResorts(today);
  const listings = makeListings(today, users, resorts);
  return {
    users,
    brandAliases,
    resorts,
    seasons: resorts.flatMap(({ id, scene }) => seasonsOf(scene, id)),
    fees: resorts
      .filter((_, index) => index % 3 !== 2)
      .flatMap((resort) => feesOf(resort, Number(today.slice(0, 4)))),
    deedBacks: resorts
      .filter((_, index) => index % 4 === 0)
      .map((resort) => deedBackOf(resort, daysFrom(today, -40))),
    reviews: makeReviews(today, users, resorts),
    listings: listings.map(({ place: _, ...listing }) => listing),
    listingEvents: makeListingEvents(users, listings),
    pictures: makePictures(resorts, listings),
    bookings: makeBookings(users, listings),
    stays: makeStays(today, users, resorts),
    settings: [
      { key: 'facebook_url', value: 'https://facebook.example/tideweek' },
      { key: 'instagram_url', value: 'https://instagram.example/tideweek' },
      { key: 'youtube_url', value: 'https://youtube.example/@tideweek' },
    ],
  };
}

function daysFrom(today: string, days: number, seconds = 0): Date {
  return new Date(Date.parse(today) + days * dayMs + seconds * 1000);
}

/** A UUID of version 7's shape: creation time first, then the row's index, then a hash. */
function rowId(kind: string, createdAt: Date, index: number): string {
  const time = createdAt.getTime().toString(16).padStart(12, '0');
  const order = (index & 0xfff).toString(16).padStart(3, '0');
  const hash =
    hashText(`${kind}:${index}:a`).toString(16).padStart(8, '0') +
    hashText(`${kind}:${index}:b`).toString(16).padStart(8, '0');
  const variant = '89ab'[Number.parseInt(hash.slice(0, 1), 16) % 4] ?? '8';
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${variant}${hash.slice(1, 4)}-${hash.slice(4, 16)}`;
}

const people: readonly (readonly [string, string])[] = [
  ['Maren', 'Okafor'],
  ['Daniel', 'Whitlock'],
  ['Priya', 'Raman'],
  ['Alicia', 'Moreno'],
  ['Ben', 'Hargrove'],
  ['Carla', 'Duarte'],
  ['Dennis', 'Kowalski'],
  ['Elaine', 'Fitzgerald'],
  ['Frank', 'Osei'],
  ['Grace', 'Lindqvist'],
  ['Hector', 'Salinas'],
  ['Ingrid', 'Bauer'],
  ['James', 'Pruitt'],
  ['Keiko', 'Tanaka'],
  ['Liam', 'Gallagher-Reid'],
  ['Monica', 'Bellini'],
  ['Nathan', 'Sorensen'],
  ['Olivia', 'Castellano'],
  ['Patrick', 'Nwosu'],
  ['Quinn', 'Abernathy'],
  ['Rosa', 'Villanueva'],
  ['Samuel', 'Trent'],
  ['Teresa', 'Kaplan'],
  ['Ulrich', 'Meyer'],
  ['Vanessa', 'Holloway'],
  ['Walter', 'Dubois'],
  ['Ximena', 'Ortega'],
  ['Yusuf', 'Demir'],
  ['Zoe', 'Marchetti'],
  ['Andrew', 'Fairbanks'],
  ['Bianca', 'Rossi'],
  ['Colin', 'McAllister'],
  ['Donna', 'Whitfield'],
  ['Evan', 'Strickland'],
  ['Fatima', 'Haddad'],
  ['George', 'Papadakis'],
  ['Hannah', 'Brandt'],
  ['Isaac', 'Feldman'],
  ['Joyce', 'Chen'],
  ['Kevin', 'Oduya'],
  ['Laura', 'Vandenberg'],
  ['Marcus', 'Thibodeaux'],
  ['Nina', 'Petrova'],
  ['Oscar', 'Lundgren'],
  ['Paula', 'Jimenez'],
  ['Raymond', 'Castle'],
  ['Sheila', 'Donovan'],
  ['Thomas', 'Ashworth'],
  ['Uma', 'Krishnan'],
  ['Victor', 'Almeida'],
  ['Wendy', 'Sutherland'],
  ['Aaron', 'Blackwood'],
  ['Beatriz', 'Fonseca'],
  ['Charles', 'Montague'],
  ['Deborah', 'Yoon'],
  ['Edward', 'Sinclair'],
  ['Francesca', 'Leone'],
  ['Gordon', 'Mbeki'],
  ['Helen', 'Zielinski'],
  ['Ian', 'Cartwright'],
];

function makeUsers(today: string): UserRow[] {
  const random = createRandom('users');
  const sample = ['admin', 'owner', 'traveller'];
  return people.map(([firstName, lastName], index) => {
    const plain = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, '');
    const username = sample[index] ?? plain.replace('.', '_');
    const age = 2190 - index * 36;
    const createdAt = daysFrom(today, -age + random.int(0, 30), random.int(25_000, 80_000));
    return {
      id: rowId('user', createdAt, index),
      username,
      email: `${sample[index] ?? plain}@tideweek.example`,
      firstName,
      lastName,
      role: index === 0 ? 'admin' : 'user',
      createdAt,
    };
  });
}

const brandAliases: BrandAliasRow[] = [
  ['dvc', 'Disney Vacation Club'],
  ['disney', 'Disney Vacation Club'],
  ['mvc', 'Marriott Vacation Club'],
  ['mvci', 'Marriott Vacation Club'],
  ['marriott', 'Marriott Vacation Club'],
  ['hgv', 'Hilton Grand Vacations'],
  ['hgvc', 'Hilton Grand Vacations'],
  ['hilton grand', 'Hilton Grand Vacations'],
  ['hvc', 'Hilton Vacation Club'],
  ['diamond', 'Hilton Vacation Club'],
  ['diamond resorts', 'Hilton Vacation Club'],
  ['welk', 'Hyatt Vacation Club'],
  ['welk resorts', 'Hyatt Vacation Club'],
  ['hyatt', 'Hyatt Vacation Club'],
  ['wyndham', 'Club Wyndham'],
  ['worldmark', 'Club Wyndham'],
  ['sheraton', 'Vistana'],
  ['svn', 'Vistana'],
  ['vistana signature', 'Vistana'],
  ['westin', 'Westin Vacation Club'],
  ['wvc', 'Westin Vacation Club'],
  ['hicv', 'Holiday Inn Club Vacations'],
  ['holiday inn', 'Holiday Inn Club Vacations'],
  ['westgate', 'Westgate Resorts'],
  ['gpr', 'Grand Pacific Resorts'],
  ['bgv', 'Breckenridge Grand Vacations'],
  ['vidanta', 'Grupo Vidanta'],
  ['uvc', 'Villa Group'],
  ['royal', 'Royal Resorts'],
  ['divi', 'Divi Resorts'],
].map(([alias, brand]) => ({ alias: alias ?? '', brand: brand ?? '' }));

const newAvailability = new Set([
  'marriott-s-aruba-surf-club',
  'elara-a-hilton-grand-vacations-club',
  'grand-lodge-on-peak-7',
  'marriott-s-maui-ocean-club',
  'disney-s-animal-kingdom-villas-kidani-village',
  'marriott-s-monarch-at-sea-pines',
  'the-grand-mayan-at-vidanta-nuevo-vallarta',
  'marriott-s-canyon-villas',
]);

function makeResorts(today: string): ResortRow[] {
  return sampleResorts.map(({ source, ...resort }, index) => {
    const random = createRandom(`resort:${source.slug}`);
    const direction = resortScenes[source.slug];
    if (!direction) throw new Error(`resortScenes has no entry for ${source.slug}`);
    const createdAt = daysFrom(today, -2250 + index, 36_000 + index);
    return {
      id: rowId('resort', createdAt, index),
      slug: source.slug,
      ...resort,
      region: source.region,
      country: source.country,
      countryCode: source.countryCode,
      destination: source.destination,
      description: describeResort(
        source.slug,
        source.amenities,
        source.ownershipTypes,
        index,
        random,
      ),
      imageUrl: `/pictures/${source.slug}.svg`,
      amenities: [...source.amenities],
      isNewAvailability: newAvailability.has(source.slug),
      latitude: source.latitude,
      longitude: source.longitude,
      timezone: source.timezone,
      weekRule: random.pick(['friday', 'saturday', 'saturday', 'sunday'] as const),
      scene: direction.scene,
      createdAt,
    };
  });
}

const amenityWords: Readonly<Record<string, string>> = {
  'Beach Access': 'beach access',
  Restaurant: 'a restaurant',
  Spa: 'a spa',
  Golf: 'golf',
  'Fitness Center': 'a fitness center',
  'Kids Club': 'a kids club',
  Tennis: 'tennis',
  'Hot Tub': 'hot tubs',
  'Lazy River': 'a lazy river',
  'Water Park': 'a water park',
  Marina: 'a marina',
  Lake: 'the lake',
  'Ski Access': 'easy ski access',
  'Ski-in/Ski-out': 'ski-in, ski-out access',
  'Ski Shuttle': 'a ski shuttle',
  'Dive Shop': 'a dive shop',
  'Savanna Views': 'savanna views',
};

function describeResort(
  slug: string,
  amenities: readonly string[],
  ownership: readonly string[],
  index: number,
  random: Random,
): string {
  const introduction = resortIntroductions[slug];
  if (!introduction) throw new Error(`resortIntroductions has no entry for ${slug}`);
  const words = random
    .shuffle(amenities.flatMap((amenity) => amenityWords[amenity] ?? []))
    .slice(0, random.int(3, 4));
  const list = joinWords(['a pool', ...words]);
  const offers = [
    `Guests have ${list}.`,
    `On the grounds you will find ${list}.`,
    `The resort offers ${list}, along with parking and wifi.`,
    `There is ${list} for the hours between outings.`,
    `Stays come with ${list}.`,
    `Days off are easy to fill, with ${list}.`,
  ];
  const weeks = ownership.includes('fixed-week')
    ? [
        'Many owners here hold the same week every year, so well-loved dates come up early.',
        'Fixed and floating weeks both appear, and the popular ones are offered months ahead.',
      ]
    : ownership.includes('floating-week')
      ? [
          'Most weeks are floating, which leaves owners some freedom in the dates they can offer.',
          'Owners here usually hold floating weeks, so it is worth asking about nearby dates.',
          'Weeks float through the seasons, and owners list new dates throughout the year.',
        ]
      : ownership.includes('right-to-use')
        ? ['Memberships here are right-to-use, and owners rent out the weeks they cannot take.']
        : [
            'Ownership is in points, so owners can often match the dates you have in mind.',
            'Owners hold points rather than a set week, which makes the calendar flexible.',
          ];
  return [introduction, offers[index % offers.length], weeks[index % weeks.length]].join(' ');
}

function joinWords(words: readonly string[]): string {
  const last = words[words.length - 1] ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

function makeReviews(
  today: string,
  users: readonly UserRow[],
  resorts: readonly ResortRow[],
): ReviewRow[] {
  const drafts: Omit<ReviewRow, 'id'>[] = [];
  const writers = users.filter(({ username }) => username !== 'admin' && username !== 'owner');
  for (const resort of resorts) {
    const random = createRandom(`reviews:${resort.slug}`);
    const count = 3 + Math.floor(random.next() ** 2 * 23);
    const ratings = drawRatings(random, count);
    const guests = random.shuffle(writers).slice(0, count);
    const details = random.shuffle([
      ...placeDetails[resort.scene],
      ...generalDetails
        .filter(({ needs }) => !needs || resort.amenities.includes(needs))
        .map(({ text }) => text),
    ]);
    const placeOnly = random.shuffle(placeDetails[resort.scene]);
    const firsts = random.shuffle(openings);
    const used = new Set<string>();
    guests.forEach((guest, at) => {
      const level = ratings[at] ?? 5;
      const sentences = [
        level <= 3
          ? random.pick(neutralOpenings)
          : at < firsts.length && random.chance(0.72)
            ? firsts[at]
            : undefined,
        level <= 3 ? placeOnly[at % placeOnly.length] : details[at % details.length],
        level < 5 ? random.pick(gripes[level as 1 | 2 | 3 | 4]) : undefined,
        level === 5 || random.chance(0.6) ? random.pick(closings[level]) : undefined,
      ];
      const open = titles[level].filter((title) => !used.has(title));
      const title = random.pick(open.length > 0 ? open : titles[level]);
      used.add(title);
      const joined = (Date.parse(today) - guest.createdAt.getTime()) / dayMs;
      const age = Math.max(1, Math.floor(joined * random.next() ** 1.4 * 0.97));
      drafts.push({
        resortId: resort.id,
        userId: guest.id,
        rating: level,
        title,
        content: sentences.filter((sentence) => sentence !== undefined).join(' '),
        createdAt: daysFrom(today, -age, random.int(0, 80_000)),
      });
    });
  }
  return drafts
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((draft, index) => ({ id: rowId('review', draft.createdAt, index), ...draft }));
}

type Rating = 1 | 2 | 3 | 4 | 5;

/** Ratings of one resort, adjusted so that even few reviews average between 3.7 and 4.9. */
function drawRatings(random: Random, count: number): Rating[] {
  const mood = random.float(0, 1);
  const ratings = Array.from({ length: count }, () => drawRating(random, mood));
  const total = (): number => ratings.reduce((sum: number, rating) => sum + rating, 0);
  while (total() / count < 3.7) {
    ratings[ratings.indexOf(Math.min(...ratings) as Rating)] = random.pick([4, 5] as const);
  }
  while (total() / count > 4.9) {
    ratings[ratings.indexOf(5)] = 4;
  }
  return ratings;
}

/** `mood` 0 gives a resort that averages about 3.9, 1 a resort that averages about 4.8. */
function drawRating(random: Random, mood: number): Rating {
  const draw = random.next();
  const five = 0.36 + mood * 0.46;
  const four = five + (1 - five) * (0.56 + mood * 0.36);
  if (draw < five) return 5;
  if (draw < four) return 4;
  const low = random.next();
  return low < 0.72 ? 3 : low < 0.94 ? 2 : 1;
}

const LISTINGS = 180;
const weekDays: Readonly<Record<WeekRule, number>> = { friday: 5, saturday: 6, sunday: 0 };

interface Holiday {
  name: string;
  day: string;
}

function makeListings(
  today: string,
  users: readonly UserRow[],
  resorts: readonly ResortRow[],
): PlacedListing[] {
  const random = createRandom('listings');
  const [, sampleOwner, , ...others] = users;
  if (!sampleOwner) throw new Error('the sample owner is missing');
  const owners = others.slice(0, 36);
  const holidays = comingHolidays(today);
  const order = random.shuffle(resorts);
  const drafts: Omit<PlacedListing, 'id'>[] = [];
  for (let index = 0; index < LISTINGS; index += 1) {
    const resort = index < order.length ? order[index] : random.pick(resorts);
    if (!resort) continue;
    const holiday = index % 5 === 0 ? holidays[(index / 5) % holidays.length] : undefined;
    const anyWeek = holiday
      ? weekAround(holiday.day, resort.weekRule)
      : comingWeek(today, resort.weekRule, random.int(0, 73));
    const from = inSummer.has(index) ? weekAround(nextJuly(today), resort.weekRule) : anyWeek;
    const weeks = holiday || random.chance(0.86) ? 1 : 2;
    const owner = index % 23 === 4 ? sampleOwner : random.pick(owners);
    const plan = { resort, owner, from, weeks, holiday: holiday?.name };
    const draft = listing(random, today, index, plan);
    drafts.push({ ...draft, ...ownerState(today, index, sampleOwner), place: index });
  }
  return drafts
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((draft, index) => ({ id: rowId('listing', draft.createdAt, index), ...draft }));
}

/** Listings in Aruba for four guests, so that "aruba summer 4" finds results in the sample. */
const inSummer: ReadonlySet<number> = new Set([102, 124]);

/** A day of the next July that is not over. */
function nextJuly(today: string): string {
  const year = Number(today.slice(0, 4));
  return today < `${year}-07-01` ? `${year}-07-15` : `${year + 1}-07-15`;
}

/** A listing and its index among all listings, the key in `ownerStates`. */
interface PlacedListing extends ListingRow {
  place: number;
}

/** The changed fields of a listing that shows the sample owner one of the possible states. */
function ownerState(today: string, place: number, owner: UserRow): Partial<ListingRow> {
  const state = ownerStates[place];
  if (!state) {
    return {};
  }
  const { contractVerificationStatus, isActive } = state;
  return {
    ownerId: owner.id,
    contractVerificationStatus,
    isActive,
    ownershipVerified: contractVerificationStatus === 'verified',
    evidenceEndsOn: state.isOver ? addDays(today, -1) : null,
  };
}

function makeListingEvents(
  users: readonly UserRow[],
  listings: readonly PlacedListing[],
): ListingEventRow[] {
  const [admin, owner] = users;
  const rows = listings
    .filter(({ ownerId }) => ownerId === owner?.id)
    .flatMap((listing) =>
      (ownerStates[listing.place]?.history ?? publishedHistory).map(
        ({ kind, by, note }, step): Omit<ListingEventRow, 'id'> => ({
          listingId: listing.id,
          actorId: (by === 'admin' ? admin?.id : by === 'owner' ? owner?.id : null) ?? null,
          kind,
          note: note ?? null,
          // The first event at the time of listing, each later event an hour after the previous.
          createdAt: new Date(listing.createdAt.getTime() + step * 3_600_000),
        }),
      ),
    );
  return rows
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((row, index) => ({ id: rowId('listingEvent', row.createdAt, index), ...row }));
}

function makePictures(
  resorts: readonly ResortRow[],
  listings: readonly PlacedListing[],
): PictureRow[] {
  const scenes = new Map(resorts.map(({ id, scene }) => [id, scene]));
  const ofResorts = resorts.flatMap(({ id, scene, createdAt }) =>
    resortPictures(scene).map((picture) => ({
      ...picture,
      listingId: null,
      resortId: id,
      createdAt,
    })),
  );
  const ofListings = listings.flatMap(({ id, resortId, place, createdAt }) =>
    listingPictures(createRandom(`pictures:${place}`), scenes.get(resortId) ?? 'beach').map(
      (picture) => ({ ...picture, listingId: id, resortId: null, createdAt }),
    ),
  );
  return [...ofResorts, ...ofListings]
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((row, index) => ({ id: rowId('picture', row.createdAt, index), ...row }));
}

/** A booking of five nights for each booked listing of the sample owner. */
function makeBookings(users: readonly UserRow[], listings: readonly PlacedListing[]): BookingRow[] {
  const guest = users[7];
  return listings
    .filter(({ place }) => ownerStates[place]?.isBooked && guest)
    .map((listing, index) => {
      const createdAt = new Date(listing.createdAt.getTime() + dayMs / 2);
      return {
        id: rowId('booking', createdAt, index),
        resortId: listing.resortId,
        listingId: listing.id,
        userId: guest?.id ?? '',
        checkIn: listing.availableFrom,
        checkOut: addDays(listing.availableFrom, 5),
        guests: 2,
        totalPriceCents: listing.pricePerNightCents * 5,
        status: 'confirmed',
        createdAt,
      };
    });
}

/** A week of the sample owner for each story, all of it booked. */
function makeStays(
  today: string,
  users: readonly UserRow[],
  resorts: readonly ResortRow[],
): SampleStay[] {
  const [admin, owner] = users;
  // Tests and demonstrations rely on few listings in Aruba.
  const places = resorts.filter(({ destination }) => destination !== 'Aruba');
  return stayStories.map((story, number) => {
    const resort = places[(number * 5 + 2) % places.length];
    const guest = users[story.guest];
    if (!admin || !owner || !resort || !guest) throw new Error('a sample stay has nobody');
    const index = LISTINGS + number;
    const plan = {
      resort,
      owner,
      from: addDays(today, story.checkIn),
      weeks: 1,
      holiday: undefined,
    };
    const createdAt = daysFrom(today, story.checkIn - story.bookedBefore - 20, 36_000 + number);
    const row = {
      ...listing(createRandom(`stay:${number}`), today, index, plan),
      isActive: true,
      contractVerificationStatus: 'verified',
      ownershipVerified: true,
      // The stories count from today, not from the resort's check-in day.
      checkInDay: null,
      weekNumber: null,
      isForSale: false,
      salePriceCents: null,
      nextFeePaidBy: null,
      firstUseYear: null,
      rightOfFirstRefusal: null,
      resaleRestrictions: null,
      minNights: null,
      isInstant: story.isInstant,
      cancellationPolicy: story.policy,
      reviewRequestedAt: createdAt,
      createdAt,
    } as const;
    const id = rowId('listing', createdAt, index);
    const events = publishedHistory.map(({ kind, by, note }, step) => {
      const at = new Date(createdAt.getTime() + step * 3_600_000);
      return {
        id: rowId('stayEvent', at, number * 2 + step),
        listingId: id,
        actorId: by === 'admin' ? admin.id : owner.id,
        kind,
        note: note ?? null,
        createdAt: at,
      };
    });
    return {
      story,
      listing: { ...row, id, maxGuests: Math.max(row.maxGuests, story.guests) },
      events,
      guest,
      resortName: resort.name,
      taxBps: occupancyTaxes[resort.destination] ?? 0,
    };
  });
}

interface ListingPlan {
  resort: ResortRow;
  owner: UserRow;
  from: string;
  weeks: number;
  holiday: string | undefined;
}

function listing(
  random: Random,
  today: string,
  index: number,
  plan: ListingPlan,
): Omit<ListingRow, 'id'> {
  const { resort, owner, from, weeks, holiday } = plan;
  const bedrooms = random.pick([0, 1, 1, 2, 2, 2, 3]);
  const share = (bedrooms + (holiday ? 0.9 : 0) + random.float(0, 0.9)) / 4.4;
  const dollars = Math.round(resort.priceMin + (resort.priceMax - resort.priceMin) * share);
  // The first listing of each resort stays public, so that no resort page is empty.
  const covered = index >= sampleResorts.length;
  const status: ContractVerificationStatus =
    covered && index % 14 === 7 ? 'rejected' : covered && index % 8 === 3 ? 'pending' : 'verified';
  // A separate random sequence, so that sales leave the rest of the sample the same.
  const saleRandom = createRandom(`sale:${index}`);
  const isDrawn = random.chance(0.16);
  const isForSale = isDrawn || saleRandom.chance(0.35);
  const age = Math.min(
    random.int(2, 210),
    Math.floor((Date.parse(today) - owner.createdAt.getTime()) / dayMs),
  );
  const row = {
    resortId: resort.id,
    ownerId: owner.id,
    title: listingTitle(random, resort, bedrooms, holiday),
    description: listingDescription(random, resort, bedrooms, weeks, isForSale),
    pricePerNightCents: dollars * 100,
    availableFrom: from,
    availableTo: addDays(from, weeks * 7),
    minNights: holiday && index % 10 === 0 ? null : index % 7 === 2 ? 3 : 1,
    ...termsOf(index, bedrooms),
    maxGuests: bedrooms === 0 ? random.pick([2, 4]) : bedrooms * 2 + 2,
    bedrooms,
    isActive: status !== 'rejected' && !(covered && index % 41 === 13),
    contractVerificationStatus: status,
    ownershipVerified: status === 'verified',
    isForSale,
    salePriceCents: isDrawn
      ? random.int(14, 120) * 25_000 + bedrooms * 300_000
      : isForSale
        ? salePriceCents(saleRandom, bedrooms)
        : null,
    createdAt: daysFrom(today, -age, random.int(20_000, 80_000)),
  };
  const source = sampleResorts.find(({ source }) => source.slug === resort.slug)?.source;
  return {
    ...row,
    ...factsOf(createRandom(`facts:${index}`), {
      weekRule: resort.weekRule,
      scene: resort.scene,
      ownershipTypes: source?.ownershipTypes ?? [],
      availableFrom: from,
      bedrooms,
      isForSale,
    }),
    evidenceEndsOn: null,
    reviewRequestedAt: row.createdAt,
  };
}

/** Many owners set a low price to be rid of the fees. */
const salePriceCents = (random: Random, bedrooms: number): number =>
  random.chance(0.3)
    ? random.int(1, 20) * 5_000
    : random.int(8, 80) * 25_000 + bedrooms * random.int(1, 3) * 100_000;

const sizes: readonly string[] = [
  'Studio',
  'One-bedroom villa',
  'Two-bedroom villa',
  'Three-bedroom villa',
];
const outlooks: Readonly<Record<Scene, readonly string[]>> = {
  beach: ['steps from the sand', 'with an ocean-side balcony', 'close to the beach'],
  island: ['near the lagoon', 'with sea breezes', 'close to the beach'],
  harbour: ['near the waterfront', 'with water views', 'close to the boats'],
  lake: ['by the water', 'with a lake-side balcony', 'near the pools'],
  themePark: ['close to the parks', 'near the pools', 'for park days'],
  desertCity: ['high above the lights', 'close to the Strip', 'with city views'],
  mountainSnow: ['close to the lifts', 'with a fireplace', 'under the peaks'],
  mountainSummer: ['with mountain air', 'near the trails', 'with a fireplace'],
  golfValley: ['by the fairways', 'with mountain views', 'near the pools'],
};

function listingTitle(
  random: Random,
  resort: ResortRow,
  bedrooms: number,
  holiday: string | undefined,
): string {
  const size = sizes[bedrooms] ?? 'Villa';
  const outlook = random.pick(outlooks[resort.scene]);
  return holiday ? `${holiday} week: ${size.toLowerCase()} ${outlook}` : `${size} ${outlook}`;
}

function listingDescription(
  random: Random,
  resort: ResortRow,
  bedrooms: number,
  weeks: number,
  isForSale: boolean,
): string {
  const size = (sizes[bedrooms] ?? 'Villa').toLowerCase();
  const night = resort.weekRule.charAt(0).toUpperCase() + resort.weekRule.slice(1);
  const parts = [
    random.pick([
      `Our ${size} at ${resort.name}, ${weeks === 1 ? 'seven nights' : 'fourteen nights'} from ${night} to ${night}.`,
      `We can’t use our ${weeks === 1 ? 'week' : 'two weeks'} at ${resort.name} this time, so the ${size} is yours.`,
      `A comfortable ${size} in ${resort.city}, with ${night} check-in.`,
    ]),
    random.pick([
      'Full use of the pool and everything else the resort offers, just as for owners.',
      bedrooms === 0
        ? 'A kitchenette, a good bed and a balcony: all a couple needs.'
        : 'Full kitchen, laundry in the unit and a balcony with a table.',
      'We put your name on the reservation and send the confirmation within two days.',
      'Sleeping arrangements are as the resort lists them; ask us about views and floors.',
    ]),
  ];
  if (isForSale)
    parts.push('We are also ready to sell the ownership; maintenance fees are paid up to date.');
  return parts.join(' ');
}

function comingWeek(today: string, rule: WeekRule, weeksAhead: number): string {
  const start = addDays(today, 10);
  return addDays(start, ((weekDays[rule] - weekdayOf(start) + 7) % 7) + weeksAhead * 7);
}

function weekAround(day: string, rule: WeekRule): string {
  return addDays(day, -((weekdayOf(day) - weekDays[rule] + 7) % 7));
}

function weekdayOf(date: string): number {
  return new Date(Date.parse(date)).getUTCDay();
}

function comingHolidays(today: string): Holiday[] {
  const year = Number(today.slice(0, 4));
  const all = [year, year + 1, year + 2].flatMap((y): Holiday[] => [
    { name: 'Spring break', day: `${y}-03-18` },
    { name: 'Thanksgiving', day: fourthThursdayOfNovember(y) },
    { name: 'Christmas', day: `${y}-12-25` },
  ]);
  const first = addDays(today, 14);
  const last = addDays(today, 520);
  return all.filter(({ day }) => day >= first && day <= last);
}

function fourthThursdayOfNovember(year: number): string {
  const first = `${year}-11-01`;
  return addDays(first, ((4 - weekdayOf(first) + 7) % 7) + 21);
}
