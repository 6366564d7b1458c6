import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';

export const keySetting = { before: 'inventory.', after: '.key' };

export const keySettingOf = (providerId: string): string =>
  `${keySetting.before}${providerId}${keySetting.after}`;

export const providerOfKey = (setting: string): string | undefined =>
  /^inventory\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.key$/.exec(setting)?.[1];

/** Schema of a key: only characters that an HTTP header can carry. */
export const providerKey = (name: string) =>
  z
    .string({ error: `${name} must be text` })
    .trim()
    .min(1, `${name} may not be empty`)
    .max(1_000, `${name} may have at most 1,000 characters`)
    .regex(/^[\x21-\x7e]*$/, `${name} may have letters, digits and signs, and no blanks`);

/** The origin of the provider's address, for which its key is sealed; '' without an address. */
export function keyDestination(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url ? `${url.protocol}//${url.host}` : '';
}

export async function storeKey(
  { secrets }: Pick<Deps, 'secrets'>,
  transaction: Pick<Prisma.TransactionClient, 'siteSetting'>,
  provider: { id: string; name: string; address: string },
  key: string,
): Promise<void> {
  const setting = keySettingOf(provider.id);
  const stored = {
    value: secrets.seal(setting, key, keyDestination(provider.address)),
    description: `Key of ${provider.name}, where inventory comes from.`,
    isEncrypted: true,
  };
  await transaction.siteSetting.upsert({
    where: { key: setting },
    create: { ...stored, key: setting, category: 'inventory' },
    update: { ...stored, version: { increment: 1 } },
  });
}

export async function removeKey(
  transaction: Pick<Prisma.TransactionClient, 'siteSetting'>,
  providerId: string,
): Promise<void> {
  await transaction.siteSetting.deleteMany({ where: { key: keySettingOf(providerId) } });
}

export const hasKey = async (
  transaction: Pick<Prisma.TransactionClient, 'siteSetting'>,
  providerId: string,
): Promise<boolean> =>
  (await transaction.siteSetting.count({ where: { key: keySettingOf(providerId) } })) > 0;

export async function bindKey(
  { secrets }: Pick<Deps, 'secrets'>,
  transaction: Pick<Prisma.TransactionClient, 'siteSetting' | 'inventoryProvider'>,
  setting: string,
): Promise<void> {
  const [provider, row] = await Promise.all([
    transaction.inventoryProvider.findUnique({ where: { id: providerOfKey(setting) ?? '' } }),
    transaction.siteSetting.findUnique({ where: { key: setting } }),
  ]);
  if (provider && row?.isEncrypted && secrets.destinationOf(row.value) === undefined) {
    const plain = secrets.open(setting, row.value);
    await transaction.siteSetting.update({
      where: { id: row.id },
      data: { value: secrets.seal(setting, plain, keyDestination(provider.address)) },
    });
  }
}
