import { describe, expect, it } from 'vitest';
import { cancellationPolicyNames } from '../modules/pricing/cancellation.ts';
import { weekNumber } from '../modules/listings/weekNumbers.ts';
import { allInteriors } from '../../art/interiors/interiors.ts';
import { resortScenes } from '../../art/resortScenes.ts';
import { occupancyTaxes } from './bookingTerms.ts';
import { saleStories } from './saleStories.ts';
import { sampleData, samplePasswords, type WeekRule } from './sampleData.ts';
import { addDays } from '#common/days.ts';

const days = ['2025-01-01', '2026-02-28', '2026-11-21', '2027-12-31'];
const weekday: Record<WeekRule, number> = { friday: 5, saturday: 6, sunday: 0 };
const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function unique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

describe('sampleData', () => {
  it('gives the same rows for the same day and rejects an invalid date', () => {
    expect(sampleData('2026-11-21')).toEqual(sampleData('2026-11-21'));
    expect(() => sampleData('tomorrow')).toThrow(RangeError);
  });

  it.each(days)('has unique ids and names and valid references on %s', (today) => {
    const { users, resorts, reviews, listings, listingEvents, pictures } = sampleData(today);
    for (const rows of [users, resorts, reviews, listings, listingEvents, pictures]) {
      const ids = rows.map(({ id }) => id);
      expect(unique(ids)).toBe(true);
      expect(ids.every((id) => uuid7.test(id))).toBe(true);
      expect([...ids].sort()).toEqual(ids);
      expect(rows.every(({ createdAt }) => createdAt.getTime() < Date.parse(today))).toBe(true);
    }
    expect(users.slice(0, 3).map(({ username }) => username)).toEqual(Object.keys(samplePasswords));
    expect(users[0]?.role).toBe('admin');
    expect(users.filter(({ role }) => role === 'admin')).toHaveLength(1);
    expect(unique(users.map(({ email }) => email))).toBe(true);
    expect(unique(users.map(({ username }) => username))).toBe(true);
    const resortIds = new Set(resorts.map(({ id }) => id));
    const joined = new Map(users.map(({ id, createdAt }) => [id, createdAt.getTime()]));
    expect(reviews.every(({ resortId }) => resortIds.has(resortId))).toBe(true);
    expect(listings.every(({ resortId }) => resortIds.has(resortId))).toBe(true);
    expect(
      reviews.every((row) => (joined.get(row.userId) ?? Infinity) <= row.createdAt.getTime()),
    ).toBe(true);
    expect(
      listings.every((row) => (joined.get(row.ownerId) ?? Infinity) <= row.createdAt.getTime()),
    ).toBe(true);
  });

  it.each(days)('has stays whose weeks nobody else can book, on %s', (today) => {
    const { stays, listings, users, resorts } = sampleData(today);
    expect(new Set(stays.map(({ story }) => story.end.state)).size).toBe(7);
    expect(unique([...listings, ...stays.map(({ listing }) => listing)].map(({ id }) => id))).toBe(
      true,
    );
    const aruba = resorts.filter(({ destination }) => destination === 'Aruba');
    for (const { story, listing, guest, events } of stays) {
      expect(listing.availableFrom).toBe(addDays(today, story.checkIn));
      expect([listing.availableTo, listing.minNights]).toEqual([
        addDays(listing.availableFrom, 7),
        null,
      ]);
      expect(listing.ownerId).toBe(users[1]?.id);
      expect(guest.id).not.toBe(listing.ownerId);
      expect(guest.createdAt < listing.createdAt).toBe(true);
      expect(aruba.some(({ id }) => id === listing.resortId)).toBe(false);
      expect(events.every(({ createdAt }) => createdAt.getTime() < Date.parse(today))).toBe(true);
    }
  });

  it.each(days)('has a timeshare for sale for every story of a sale, on %s', (today) => {
    const { listings, users } = sampleData(today);
    for (const { listing: place, buyer, happenings } of saleStories) {
      const listing = listings[place];
      expect(listing).toMatchObject({ isForSale: true, contractVerificationStatus: 'verified' });
      expect(listing?.ownerId).not.toBe(users[buyer]?.id);
      const begins = Date.parse(today) - (happenings[0]?.daysAgo ?? 0) * 86_400_000;
      expect(listing?.createdAt.getTime()).toBeLessThan(begins);
    }
  });

  it('has a tax rate for every destination, and varied terms of listings', () => {
    const { resorts, listings } = sampleData('2026-11-21');
    const destinations = new Set(resorts.map(({ destination }) => destination));
    expect(Object.keys(occupancyTaxes).toSorted()).toEqual([...destinations].toSorted());
    expect(new Set(listings.map(({ cancellationPolicy }) => cancellationPolicy))).toEqual(
      new Set(cancellationPolicyNames),
    );
    expect(new Set(listings.map(({ isInstant }) => isInstant)).size).toBe(2);
    const fees = listings.map(({ cleaningFeeCents }) => cleaningFeeCents);
    expect([Math.min(...fees), Math.max(...fees) <= 20_000]).toEqual([0, true]);
  });

  it('has pictures of every resort and of most listings, each with a drawing', () => {
    const { pictures, resorts, listings } = sampleData('2026-11-21');
    const drawings = new Set(allInteriors().map(({ name }) => name));
    const positionsOf = (id: string) =>
      pictures
        .filter(({ listingId, resortId }) => (listingId ?? resortId) === id)
        .map(({ position }) => position);
    for (const { id } of resorts) expect(positionsOf(id)).toEqual([1, 2, 3, 4, 5]);
    const counts = listings.map(({ id }) => {
      const positions = positionsOf(id);
      expect(positions).toEqual(positions.map((_, index) => index + 1));
      return positions.length;
    });
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(120);
    expect(Math.max(...counts)).toBe(5);
    for (const { alt, drawing, placeholder } of pictures) {
      expect(drawings).toContain(drawing);
      expect(alt.length).toBeLessThanOrEqual(200);
      expect(placeholder.length).toBeLessThanOrEqual(400);
    }
  });

  it('has 52 resorts with unique descriptions and normalized brands', () => {
    const { resorts, brandAliases } = sampleData('2026-11-21');
    expect(resorts).toHaveLength(52);
    expect(unique(resorts.map(({ description }) => description))).toBe(true);
    expect(unique(resorts.map(({ slug }) => slug))).toBe(true);
    expect(resorts.map(({ slug }) => slug).sort()).toEqual(Object.keys(resortScenes).sort());
    for (const resort of resorts) {
      const sentences = resort.description.match(/[.!?](\s|$)/g) ?? [];
      expect(sentences.length).toBeGreaterThanOrEqual(3);
      expect(resort.brand).not.toMatch(/[/(]/);
      expect(resort.location).not.toMatch(/[()]/);
      expect(resort.priceMin).toBeLessThan(resort.priceMax);
    }
    expect(resorts.filter(({ isNewAvailability }) => isNewAvailability)).toHaveLength(8);
    const brands = new Set(resorts.map(({ brand }) => brand));
    expect(brandAliases.filter(({ brand }) => !brands.has(brand))).toEqual([]);
    expect(unique(brandAliases.map(({ alias }) => alias))).toBe(true);
    expect(brandAliases.every(({ alias }) => alias === alias.toLowerCase())).toBe(true);
  });

  it('has one review per user and resort, all different within a resort', () => {
    const { resorts, reviews } = sampleData('2026-11-21');
    expect(reviews.length).toBeGreaterThanOrEqual(400);
    expect(reviews.length).toBeLessThanOrEqual(600);
    expect(unique(reviews.map(({ userId, resortId }) => `${userId} ${resortId}`))).toBe(true);
    const counts = new Set<number>();
    for (const resort of resorts) {
      const own = reviews.filter(({ resortId }) => resortId === resort.id);
      counts.add(own.length);
      expect(own.length).toBeGreaterThanOrEqual(3);
      expect(own.length).toBeLessThanOrEqual(25);
      expect(unique(own.map(({ content }) => content))).toBe(true);
      const average = own.reduce((sum, { rating }) => sum + rating, 0) / own.length;
      expect(average).toBeGreaterThanOrEqual(3.7);
      expect(average).toBeLessThanOrEqual(4.9);
      expect(
        own.every(({ rating }) => Number.isInteger(rating) && rating >= 1 && rating <= 5),
      ).toBe(true);
    }
    expect(counts.size).toBeGreaterThan(10);
  });

  it.each(days)('lists whole weeks ahead of %s, starting on the resort’s day', (today) => {
    const { resorts, listings, users } = sampleData(today);
    const byId = new Map(resorts.map((resort) => [resort.id, resort]));
    expect(listings).toHaveLength(180);
    for (const listing of listings) {
      const resort = byId.get(listing.resortId);
      const nights =
        (Date.parse(listing.availableTo) - Date.parse(listing.availableFrom)) / 86_400_000;
      expect([7, 14]).toContain(nights);
      expect(new Date(listing.availableFrom).getUTCDay()).toBe(
        weekday[resort?.weekRule ?? 'friday'],
      );
      expect(listing.availableFrom > today).toBe(true);
      expect(listing.availableTo <= addDays(today, 549)).toBe(true);
      expect(listing.pricePerNightCents % 100).toBe(0);
      expect(listing.pricePerNightCents).toBeGreaterThanOrEqual((resort?.priceMin ?? 0) * 80);
      expect(listing.pricePerNightCents).toBeLessThanOrEqual((resort?.priceMax ?? 0) * 120);
      expect(listing.isForSale).toBe(listing.salePriceCents !== null);
      expect(listing.ownershipVerified).toBe(listing.contractVerificationStatus === 'verified');
    }
    const visible = listings.filter((row) => row.isActive && row.ownershipVerified);
    for (const fewest of [null, 3]) {
      expect(visible.filter(({ minNights }) => minNights === fewest).length).toBeGreaterThan(10);
    }
    expect(new Set(visible.map(({ resortId }) => resortId)).size).toBe(resorts.length);
    const verified = listings.filter((row) => row.contractVerificationStatus === 'verified').length;
    expect(verified / listings.length).toBeGreaterThan(0.8);
    expect(verified / listings.length).toBeLessThan(0.9);
    for (const holiday of ['Thanksgiving', 'Christmas', 'Spring break']) {
      expect(listings.filter(({ title }) => title.startsWith(holiday)).length).toBeGreaterThan(3);
    }
    expect(listings.filter(({ ownerId }) => ownerId === users[1]?.id).length).toBeGreaterThan(3);
    const summer = visible.filter(
      (row) =>
        byId.get(row.resortId)?.destination === 'Aruba' &&
        row.availableFrom.slice(5, 7) === '07' &&
        row.maxGuests >= 4 &&
        row.pricePerNightCents * 7 < 250_000,
    );
    expect(summer).toHaveLength(2);
    const sales = visible.filter((row) => row.isForSale);
    expect(sales.length).toBeGreaterThan(50);
    expect(new Set(sales.map(({ use }) => use)).size).toBe(3);
    expect(new Set(sales.map(({ tenure }) => tenure)).size).toBe(2);
  });

  it.each(days)('numbers the weeks on %s by the rule of the resort', (today) => {
    const { resorts, listings } = sampleData(today);
    const rules = new Map(resorts.map(({ id, weekRule }) => [id, weekRule]));
    for (const listing of listings) {
      const rule = rules.get(listing.resortId) ?? 'saturday';
      const { year, week } = weekNumber(listing.availableFrom, rule);
      expect(listing.checkInDay).toBe(rule);
      expect(listing.weekNumber).toBe(listing.ownership === 'points' ? null : week);
      expect(listing.use).not.toBe(year % 2 === 0 ? 'odd' : 'even');
      expect(listing.nextFeePaidBy !== null).toBe(listing.isForSale);
      expect(listing.yearlyPoints !== null).toBe(listing.ownership === 'points');
      const first = listing.firstUseYear;
      expect(first !== null).toBe(listing.isForSale);
      expect(first === null || listing.use === 'annual' || (first - year) % 2 === 0).toBe(true);
    }
    expect(new Set(listings.map(({ ownership }) => ownership)).size).toBe(4);
  });

  it.each(days)('has sample owner listings in every state on %s', (today) => {
    const { users, listings, listingEvents, bookings } = sampleData(today);
    const [admin, owner] = users;
    const own = listings.filter(({ ownerId }) => ownerId === owner?.id);
    const stands = own.map((row) => (row.isActive ? row.contractVerificationStatus : 'withdrawn'));
    for (const status of [
      'verified',
      'pending',
      'more_information',
      'rejected',
      'expired',
      'withdrawn',
    ]) {
      expect(stands).toContain(status);
    }
    for (const listing of own) {
      const history = listingEvents.filter(({ listingId }) => listingId === listing.id);
      expect(history[0]).toMatchObject({ kind: 'created', actorId: owner?.id });
      expect(history.every(({ createdAt }) => createdAt.getTime() < Date.parse(today))).toBe(true);
      expect(history.some(({ actorId }) => actorId === admin?.id)).toBe(
        listing.contractVerificationStatus !== 'pending',
      );
    }
    expect(listingEvents.every(({ listingId }) => own.some(({ id }) => id === listingId))).toBe(
      true,
    );
    const waiting = listings.filter(
      (row) => row.isActive && row.contractVerificationStatus === 'pending',
    );
    expect(waiting.length).toBeGreaterThan(5);
    expect(bookings).toHaveLength(1);
    const booked = own.find(({ id }) => id === bookings[0]?.listingId);
    expect(booked).toMatchObject({ contractVerificationStatus: 'verified', isActive: true });
    expect((bookings[0]?.checkOut ?? '9') <= (booked?.availableTo ?? '')).toBe(true);
  });
});
