import type {
  Booking,
  Listing,
  OutgoingMail,
  Prisma,
  PropertyInquiry,
  Resort,
  Review,
  SavedSearch,
  User,
} from '../generated/prisma/client.ts';
import { hashOfSecret, newLinkSecret } from '../platform/security/linkSecrets.ts';
import { quickHash } from './quickHash.ts';
import type { TestServer } from './testServer.ts';
import { addDays, dayMs, utcToday } from '#common/days.ts';

type Db = Pick<TestServer, 'prisma'>;

/** The password of every account that createUser makes. */
export const password = 'correct horse battery';

const hashed = quickHash(password);
let made = 0;

export async function createUser(
  { prisma }: Db,
  given: Partial<Prisma.UserUncheckedCreateInput> = {},
): Promise<User> {
  made += 1;
  return prisma.user.create({
    data: {
      username: `member${made}`,
      email: `member${made}@example.com`,
      firstName: 'Mina',
      lastName: 'Ortega',
      passwordHash: await hashed,
      emailVerifiedAt: new Date(),
      ...given,
    },
  });
}

export async function createResort(
  { prisma }: Db,
  given: Partial<Prisma.ResortUncheckedCreateInput> = {},
): Promise<Resort> {
  return prisma.resort.create({ data: resortData(given) });
}

export function resortData(
  given: Partial<Prisma.ResortUncheckedCreateInput> = {},
): Prisma.ResortUncheckedCreateInput {
  made += 1;
  return {
    slug: `resort-${made}`,
    name: `Harbour House ${made}`,
    brand: 'Independent',
    location: 'Camden, Maine',
    destination: 'Maine',
    description: 'A quiet place by the harbour.',
    imageUrl: '/pictures/resort.svg',
    amenities: ['Pool'],
    priceMin: 120,
    priceMax: 240,
    ...given,
  };
}

export async function createReview(
  server: Db,
  given: Partial<Prisma.ReviewUncheckedCreateInput> & { resortId: string },
): Promise<Review> {
  return server.prisma.review.create({
    data: {
      userId: given.userId ?? (await createUser(server)).id,
      rating: 4,
      title: 'Good week',
      content: 'We would come again.',
      ...given,
    },
  });
}

/** A public listing of the fourteen nights from `dayAhead(100)` on, with room for six in two bedrooms. */
export const listingData = {
  title: 'Two weeks by the harbour',
  description: 'On the second floor, with a balcony.',
  pricePerNightCents: 18_000,
  get availableFrom() {
    return new Date(dayAhead(100));
  },
  get availableTo() {
    return new Date(dayAhead(114));
  },
  maxGuests: 6,
  bedrooms: 2,
  contractVerificationStatus: 'verified',
} as const;

export const inquiryData = {
  firstName: 'Mina',
  lastName: 'Ortega',
  email: 'mina@example.com',
  phone: '555 0100',
  propertyName: 'Our week by the sea',
  resortName: 'Harbour House',
  location: 'Camden, Maine',
  unit: '2 bedrooms',
  ownershipType: 'Deeded',
  weekNumbers: 'Week 27',
  askingPriceText: '$12,500',
  askingPriceCents: 1_250_000,
  motivation: 'Sell',
};

export const bookingData = {
  checkIn: new Date('2020-03-01'),
  checkOut: new Date('2020-03-08'),
  guests: 2,
  totalPriceCents: 126_000,
  status: 'completed',
} as const;

/** Creates a public listing of seven nights, thirty days ahead by default. */
export async function createListing(
  server: Db,
  given: Partial<Prisma.ListingUncheckedCreateInput> & { resortId: string },
): Promise<Listing> {
  const availableFrom = new Date(given.availableFrom ?? dayAhead(30));
  return server.prisma.listing.create({
    data: {
      ownerId: given.ownerId ?? (await createUser(server)).id,
      title: 'A week by the harbour',
      description: 'Two rooms and a balcony.',
      pricePerNightCents: 15_000,
      availableTo: new Date(availableFrom.getTime() + 7 * dayMs),
      maxGuests: 4,
      bedrooms: 1,
      contractVerificationStatus: 'verified',
      ...given,
      availableFrom,
    },
  });
}

export async function createSavedSearch(
  { prisma }: Db,
  given: Partial<Prisma.SavedSearchUncheckedCreateInput> & { userId: string },
): Promise<SavedSearch> {
  return prisma.savedSearch.create({ data: { name: 'All resorts', ...given } });
}

/** Creates a link that turns off the alerts of a search. @returns its secret */
export async function createUnsubscribeLink({ prisma }: Db, searchId: string): Promise<string> {
  const secret = newLinkSecret();
  await prisma.unsubscribeLink.create({ data: { id: hashOfSecret(secret), searchId } });
  return secret;
}

export async function createInquiry(
  { prisma }: Db,
  given: Partial<Prisma.PropertyInquiryUncheckedCreateInput> & { userId: string },
): Promise<PropertyInquiry> {
  return prisma.propertyInquiry.create({ data: { ...inquiryData, ...given } });
}

export async function createBooking(
  server: Db,
  given: Partial<Prisma.BookingUncheckedCreateInput> & { resortId: string; userId: string },
): Promise<Booking> {
  return server.prisma.booking.create({ data: { ...bookingData, ...given } });
}

/** Creates a waiting message; a trigger adds its job. */
export async function createMail(
  { prisma }: Db,
  given: Partial<Prisma.OutgoingMailCreateInput> = {},
): Promise<OutgoingMail> {
  return prisma.outgoingMail.create({ data: mailData(given) });
}

export function mailData(
  given: Partial<Prisma.OutgoingMailCreateInput> = {},
): Prisma.OutgoingMailCreateInput {
  made += 1;
  return {
    messageId: `mail-${made}@tideweek.test`,
    toName: 'Mina Ortega',
    toAddress: `member${made}@example.com`,
    template: 'passwordChanged',
    subject: 'Your password at Tideweek was changed',
    html: '<p>Hello Mina</p>',
    text: 'Hello Mina',
    ...given,
  };
}

/** The date this many days from today, in UTC. */
export function dayAhead(days: number): string {
  return addDays(utcToday(), days);
}

/** Starts a session of this account; returns the value of a Cookie header. */
export async function cookieOf({ deps }: TestServer, user: { id: string }): Promise<string> {
  const setCookie = await deps.sessions.start(user.id, {
    userAgent: 'a test',
    address: '127.0.0.1',
    cookieHeader: undefined,
  });
  return setCookie.split(';', 1)[0] ?? '';
}

/** Creates an account and starts a session. */
export async function signedInUser(
  server: TestServer,
  given: Partial<Prisma.UserUncheckedCreateInput> = {},
): Promise<{ user: User; cookie: string }> {
  const user = await createUser(server, given);
  return { user, cookie: await cookieOf(server, user) };
}

/** The global id of a row, as `node` takes it. */
export const globalId = (typename: string, id: string): string =>
  Buffer.from(`${typename}:${id}`).toString('base64');
