import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { sandboxProviders } from '../modules/inventory/sandbox/formats.ts';
import { knownSetting } from '../modules/settings/knownSettings.ts';
import { migrationLock } from '../platform/database/migrations.ts';
import type { Passwords } from '../platform/security/passwords.ts';
import { occupancyTaxes } from './bookingTerms.ts';
import { sampleData, samplePasswords, type ListingRow } from './sampleData.ts';
import { dayMs } from '#common/days.ts';
import type { ObjectStorage } from '../platform/storage/objectStorage.ts';
import { loadSampleSales, storeSaleDocuments } from './seedSales.ts';
import { loadSampleStays, storeSampleCertificates } from './seedStays.ts';

const fact = 'sample_data';

/** Milliseconds for loading, including the wait for another process that loads. */
const timeToLoad = 600_000;

/**
 * Fills an empty database with the sample data, in one transaction. Does nothing if there is an
 * account. Concurrent processes wait for the first.
 * @param storage for the documents
 * @param isSandbox whether the sandbox takes payments; otherwise no stay is paid
 * @returns whether this call filled it
 */
export async function loadSampleData(
  prisma: PrismaClient,
  storage: Pick<ObjectStorage, 'write'>,
  hash: (password: string) => Promise<string>,
  today: string,
  isSandbox = true,
): Promise<boolean> {
  if ((await prisma.user.count()) > 0) {
    return false;
  }
  const data = sampleData(today);
  const passwords = new Map<string, string>(Object.entries(samplePasswords));
  const nobody = await hash(crypto.randomUUID());
  const users: Prisma.UserCreateManyInput[] = [];
  for (const user of data.users) {
    const password = passwords.get(user.username);
    users.push({
      ...user,
      emailVerifiedAt: user.createdAt,
      passwordHash: password ? await hash(password) : nobody,
    });
  }
  const stays = isSandbox ? data.stays : [];
  const certificates = await storeSampleCertificates(storage, stays);
  const saleDocuments = await storeSaleDocuments(storage, data);
  return prisma.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SET LOCAL statement_timeout = 0`;
      await transaction.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${migrationLock})`;
      if ((await transaction.user.count()) > 0) {
        return false;
      }
      await transaction.user.createMany({ data: users });
      await transaction.brandAlias.createMany({ data: data.brandAliases });
      await transaction.occupancyTax.createMany({
        data: Object.entries(occupancyTaxes).map(([destination, rateBps]) => ({
          destination,
          rateBps,
        })),
      });
      await transaction.resort.createMany({
        data: data.resorts.map(({ scene: _, countryCode: __, ...resort }) => resort),
      });
      await transaction.resortSeason.createMany({ data: data.seasons });
      await transaction.resortFee.createMany({ data: data.fees });
      await transaction.deedBack.createMany({ data: data.deedBacks });
      await transaction.review.createMany({ data: data.reviews });
      await transaction.listing.createMany({
        data: data.listings.map(stored),
      });
      await transaction.picture.createMany({ data: data.pictures });
      await transaction.listingEvent.createMany({ data: data.listingEvents });
      await transaction.booking.createMany({
        data: data.bookings.map((booking) => ({
          ...booking,
          checkIn: day(booking.checkIn),
          checkOut: day(booking.checkOut),
        })),
      });
      await transaction.listing.createMany({ data: stays.map(({ listing }) => stored(listing)) });
      await transaction.listingEvent.createMany({ data: stays.flatMap(({ events }) => events) });
      await loadSampleStays(transaction, stays, certificates, momentOf(today));
      await loadSampleSales(transaction, data, saleDocuments, momentOf(today));
      await transaction.inventoryProvider.createMany({
        data: sandboxProviders.map((provider) => ({
          ...provider,
          mapping: { ...provider.mapping },
        })),
      });
      await transaction.siteSetting.createMany({
        data: data.settings.map(({ key, value }) => ({
          key,
          value,
          description: knownSetting(key)?.description ?? null,
        })),
      });
      await transaction.installationFact.create({ data: { key: fact, value: today } });
      return true;
    },
    { timeout: timeToLoad, maxWait: timeToLoad },
  );
}

const day = (date: string): Date => new Date(`${date}T00:00:00Z`);

const stored = <Row extends Pick<ListingRow, 'availableFrom' | 'availableTo' | 'evidenceEndsOn'>>(
  listing: Row,
) => ({
  ...listing,
  availableFrom: day(listing.availableFrom),
  availableTo: day(listing.availableTo),
  evidenceEndsOn: listing.evidenceEndsOn && day(listing.evidenceEndsOn),
});

/** Now, clamped to the day. */
const momentOf = (today: string): Date =>
  new Date(Math.min(Math.max(Date.now(), Date.parse(today)), Date.parse(today) + dayMs - 1));

/**
 * The sample accounts that still have their printed password, so anyone could sign in.
 * @returns their usernames
 */
export async function openSampleAccounts(
  prisma: PrismaClient,
  passwords: Pick<Passwords, 'verify'>,
): Promise<string[]> {
  if (!(await prisma.installationFact.findUnique({ where: { key: fact } }))) {
    return [];
  }
  const users = await prisma.user.findMany({
    where: { username: { in: Object.keys(samplePasswords) }, closedAt: null },
    select: { username: true, passwordHash: true },
  });
  const open: string[] = [];
  for (const [username, password] of Object.entries(samplePasswords)) {
    const user = users.find((one) => one.username === username);
    if (user && (await passwords.verify(user.passwordHash, password))) {
      open.push(username);
    }
  }
  return open;
}
