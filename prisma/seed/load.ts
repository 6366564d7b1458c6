import type { PrismaClient } from '../../api/generated/prisma/client.ts';
import { sandboxProviders } from '../../api/modules/inventory/sandbox/formats.ts';
import { knownSetting } from '../../api/modules/settings/knownSettings.ts';
import { sampleData, samplePasswords } from './sampleData.ts';

/** The mark that a database holds sample data, and of which day. */
const fact = 'sample_data';

/**
 * Fills an empty database with the sample data, all of it or nothing. A database that has the mark
 * or any account is left alone.
 * @returns whether it was filled now
 */
export async function loadSampleData(
  prisma: PrismaClient,
  hash: (password: string) => Promise<string>,
  today: string,
): Promise<boolean> {
  if ((await prisma.user.count()) > 0) {
    return false;
  }
  const data = sampleData(today);
  const passwords = new Map<string, string>(Object.entries(samplePasswords));
  const nobody = await hash(crypto.randomUUID());
  const users = [];
  for (const user of data.users) {
    const password = passwords.get(user.username);
    users.push({
      ...user,
      emailVerifiedAt: user.createdAt,
      passwordHash: password ? await hash(password) : nobody,
    });
  }
  const day = (date: string): Date => new Date(`${date}T00:00:00Z`);
  await prisma.$transaction([
    prisma.user.createMany({ data: users }),
    prisma.brandAlias.createMany({ data: data.brandAliases }),
    prisma.resort.createMany({
      data: data.resorts.map(({ scene: _, countryCode: __, ...resort }) => resort),
    }),
    prisma.review.createMany({ data: data.reviews }),
    prisma.listing.createMany({
      data: data.listings.map((listing) => ({
        ...listing,
        availableFrom: day(listing.availableFrom),
        availableTo: day(listing.availableTo),
        evidenceEndsOn: listing.evidenceEndsOn && day(listing.evidenceEndsOn),
      })),
    }),
    prisma.listingEvent.createMany({ data: data.listingEvents }),
    prisma.booking.createMany({
      data: data.bookings.map((booking) => ({
        ...booking,
        checkIn: day(booking.checkIn),
        checkOut: day(booking.checkOut),
      })),
    }),
    prisma.inventoryProvider.createMany({
      data: sandboxProviders.map((provider) => ({ ...provider, mapping: { ...provider.mapping } })),
    }),
    prisma.siteSetting.createMany({
      data: data.settings.map(({ key, value }) => ({
        ...{ key, value },
        description: knownSetting(key)?.description ?? null,
      })),
    }),
    prisma.installationFact.create({ data: { key: fact, value: today } }),
  ]);
  return true;
}
