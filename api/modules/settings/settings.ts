import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma, SiteSetting } from '#api/generated/prisma/client.ts';
import {
  ConflictError,
  InvalidInputError,
  NotFoundError,
  type FieldError,
} from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { SecretError } from '#api/platform/security/secrets.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { onViolation } from '#api/platform/database/violations.ts';
import { requireAdmin } from '../access/requireAdmin.ts';
import { recordAudit } from '../audit/audit.ts';
import { bindKey, providerOfKey } from '../inventory/sources/providerKey.ts';
import { bindPassword, movesPassword, smtpKeys, SmtpSettingsError } from '../mail/smtpSettings.ts';
import { firstSmtpSettings, isSiteSetting, knownSetting, settingLabel } from './knownSettings.ts';
import { changeInput, createInput, keyInput, mask, type SettingChange } from './settingInput.ts';

type SettingDeps = Pick<Deps, 'database' | 'secrets' | 'siteSettings'>;

type StoredValue = Pick<SiteSetting, 'key' | 'value' | 'isEncrypted'>;

/** The value to display: an encrypted value is masked; an empty one stays empty. */
export function shownValue({ secrets }: Pick<Deps, 'secrets'>, setting: StoredValue): string {
  if (!setting.isEncrypted) {
    return setting.value;
  }
  const opened = opening(secrets, setting);
  return 'problem' in opened || opened.plain !== '' ? mask : '';
}

/** Why an encrypted value can't be decrypted; null if it can. Contains nothing secret. */
export function problemOf({ secrets }: Pick<Deps, 'secrets'>, setting: StoredValue): string | null {
  const opened = setting.isEncrypted ? opening(secrets, setting) : { plain: '' };
  return 'problem' in opened ? opened.problem : null;
}

const listedAtMost = 5_000;

export const settingsOrder = {
  orderBy: [{ category: 'asc' }, { key: 'asc' }],
  take: listedAtMost,
} satisfies Prisma.SiteSettingFindManyArgs;

/**
 * Adds a setting.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError}
 * @throws {ConflictError} if a setting with this key exists
 */
export async function createSetting(
  deps: SettingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<SiteSetting> {
  const admin = requireAdmin(viewer);
  const given = parseInput(createInput, input);
  if (providerOfKey(given.key) !== undefined) {
    throw new InvalidInputError(
      'key',
      `The key of a provider is entered where the provider is, ${inventory}`,
    );
  }
  const isEncrypted = given.isEncrypted ?? knownSetting(given.key)?.encryption === 'always';
  requireEncryption(given.key, isEncrypted);
  const value = checkedValue(given.key, given.value);
  if (isEncrypted && value === mask) {
    throw new InvalidInputError(
      'value',
      'The value is what stands for a hidden one. Enter the value itself',
    );
  }
  const data = {
    ...given,
    isEncrypted,
    value: isEncrypted ? deps.secrets.seal(given.key, value) : value,
  };
  const creating = deps.database.prisma.$transaction(async (transaction) => {
    const setting = await transaction.siteSetting.create({ data });
    await bindSecrets(deps, transaction, [setting.key]);
    await recordAudit(transaction, admin, 'setting.create', setting.key, {
      after: auditedOf(setting),
    });
    return setting;
  });
  const created = await onViolation(creating, 'site_settings_key_key', () => {
    return new ConflictError('key', `There is a setting ${given.key} already`);
  });
  await showToEveryone(deps, [created.key]);
  return created;
}

const saveInput = z.object({
  changes: z
    .array(changeInput, { error: 'The changes are required' })
    .min(1, 'There is nothing to save')
    .max(100, 'At most 100 settings can be saved at once'),
});

/**
 * Changes settings, all of them or none. Omitted fields stay unchanged, and so does an encrypted
 * value if the mask is sent back.
 * @returns the changed settings, in the order of the changes
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError}
 * @throws {InvalidInputError} naming each setting by its key; smtp_password if the change would
 *   send the stored password to another server
 * @throws {ConflictError} naming the settings that someone else has changed
 */
export async function saveSettings(
  deps: SettingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<SiteSetting[]> {
  const admin = requireAdmin(viewer);
  const { changes } = parseInput(saveInput, input);
  const keys = changes.map(({ key }) => key);
  if (new Set(keys).size < keys.length) {
    throw new InvalidInputError('changes', 'Each setting can be changed once at a time');
  }
  const saved = await deps.database.prisma.$transaction(async (transaction) => {
    const stored = await lock(transaction, [
      ...keys,
      ...(keys.some(movesPassword) ? smtpKeys : []),
    ]);
    requireVersions(changes, stored);
    const planned = planAll(deps, changes, stored);
    const result: SiteSetting[] = [];
    for (const { setting, data } of planned) {
      result.push(
        Object.keys(data).length === 0
          ? setting
          : await transaction.siteSetting.update({
              where: { id: setting.id },
              data: { ...data, version: { increment: 1 } },
            }),
      );
    }
    await bindSecrets(
      deps,
      transaction,
      planned.filter(({ data }) => data.value !== undefined).map(({ setting }) => setting.key),
    );
    for (const [index, { setting, data }] of planned.entries()) {
      const after = result[index];
      if (after && Object.keys(data).length > 0) {
        await recordAudit(
          transaction,
          admin,
          'setting.update',
          setting.key,
          auditedChange(setting, after),
        );
      }
    }
    return result;
  });
  await showToEveryone(deps, keys);
  return saved;
}

/**
 * Removes a setting.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has changed it, or if it is the key of a provider
 */
export async function deleteSetting(
  deps: SettingDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<SiteSetting> {
  const admin = requireAdmin(viewer);
  const given = parseInput(keyInput, input);
  const removed = await deps.database.prisma.$transaction(async (transaction) => {
    const stored = await lock(transaction, [given.key]);
    requireVersions([given], stored);
    const setting = stored.get(given.key);
    if (!setting) {
      throw missing(given.key);
    }
    await requireNoProvider(transaction, setting.key);
    await transaction.siteSetting.delete({ where: { id: setting.id } });
    await bindSecrets(deps, transaction, [setting.key]);
    await recordAudit(transaction, admin, 'setting.delete', setting.key, {
      before: auditedOf(setting),
    });
    return setting;
  });
  await showToEveryone(deps, [removed.key]);
  return removed;
}

/**
 * Adds each missing SMTP setting with its default; existing settings stay unchanged.
 * @returns all SMTP settings
 * @throws {SignInRequiredError | ForbiddenError}
 */
export async function initializeSmtpSettings(
  deps: SettingDeps,
  viewer: Viewer | null,
): Promise<SiteSetting[]> {
  const admin = requireAdmin(viewer);
  const first = firstSmtpSettings(deps.siteSettings.current());
  return deps.database.prisma.$transaction(async (transaction) => {
    const created = await transaction.siteSetting.createManyAndReturn({
      data: first.map((setting) => ({
        ...setting,
        category: 'smtp',
        value: setting.isEncrypted ? deps.secrets.seal(setting.key, setting.value) : setting.value,
      })),
      skipDuplicates: true,
      select: { key: true },
    });
    const all = await transaction.siteSetting.findMany({
      where: { key: { in: first.map(({ key }) => key) } },
      orderBy: { key: 'asc' },
    });
    if (created.length > 0) {
      await recordAudit(transaction, admin, 'setting.initialize', 'smtp', {
        after: { keys: created.map(({ key }) => key) },
      });
    }
    return all;
  });
}

/**
 * Decrypts a value for one administrator; the audit entry is written in the same transaction.
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError | RateLimitedError}
 * @throws {InvalidInputError} if the value is damaged or its encryption key is missing
 */
export async function revealSetting(
  deps: SettingDeps & Pick<Deps, 'rateLimits'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<{ key: string; value: string }> {
  const admin = requireAdmin(viewer);
  const { key } = parseInput(keyInput, input);
  await deps.rateLimits.spend('revealByAccount', admin.id);
  return deps.database.prisma.$transaction(async (transaction) => {
    const setting = await transaction.siteSetting.findUnique({ where: { key } });
    if (!setting) {
      throw missing(key);
    }
    if (!setting.isEncrypted) {
      return { key, value: setting.value };
    }
    const opened = opening(deps.secrets, setting);
    if ('problem' in opened) {
      throw new InvalidInputError('key', opened.problem);
    }
    await recordAudit(transaction, admin, 'setting.reveal', key);
    return { key, value: opened.plain };
  });
}

/**
 * Binds the secrets affected by these settings to their current destination.
 * @throws {InvalidInputError} if a stored secret was entered for another destination
 */
async function bindSecrets(
  deps: Pick<Deps, 'secrets'>,
  transaction: Prisma.TransactionClient,
  keys: string[],
): Promise<void> {
  for (const key of keys.filter((changed) => providerOfKey(changed) !== undefined)) {
    await bindKey(deps, transaction, key);
  }
  if (!keys.some(movesPassword)) {
    return;
  }
  try {
    await bindPassword(deps, transaction);
  } catch (error) {
    if (error instanceof SmtpSettingsError) {
      throw new InvalidInputError('smtp_password', error.message);
    }
    // A secret that can't be decrypted can't be sent anywhere.
    if (!(error instanceof SecretError)) {
      throw error;
    }
  }
}

const inventory = 'under Inventory Management';

async function requireNoProvider(
  transaction: Prisma.TransactionClient,
  key: string,
): Promise<void> {
  const id = providerOfKey(key);
  const provider = id && (await transaction.inventoryProvider.findUnique({ where: { id } }));
  if (provider) {
    const message = `This is the key of ${provider.name}. Remove it where the provider is, ${inventory}`;
    throw new ConflictError('key', message);
  }
}

function opening(
  secrets: Deps['secrets'],
  { key, value }: StoredValue,
): { plain: string } | { problem: string } {
  try {
    return { plain: secrets.open(key, value) };
  } catch (error) {
    if (error instanceof SecretError) {
      return { problem: error.message };
    }
    throw error;
  }
}

async function lock(
  transaction: Prisma.TransactionClient,
  keys: string[],
): Promise<Map<string, SiteSetting>> {
  await transaction.$queryRaw`
    SELECT id FROM site_settings WHERE key = ANY(${keys}) ORDER BY key FOR UPDATE`;
  const found = await transaction.siteSetting.findMany({ where: { key: { in: keys } } });
  return new Map(found.map((setting) => [setting.key, setting]));
}

/** @throws {ConflictError | NotFoundError} naming settings changed or deleted by someone else */
function requireVersions(
  changes: Pick<SettingChange, 'key' | 'version'>[],
  stored: Map<string, SiteSetting>,
): void {
  const conflicts = changes.flatMap(({ key, version }): FieldError[] => {
    const setting = stored.get(key);
    if (version === undefined || setting?.version === version) {
      return [];
    }
    const what = setting ? 'changed' : 'deleted';
    return [{ field: key, message: `${settingLabel(key)} was ${what} by someone else meanwhile` }];
  });
  if (conflicts.length > 0) {
    throw new ConflictError(conflicts);
  }
  const gone = changes.find(({ key }) => !stored.has(key));
  if (gone) {
    throw missing(gone.key);
  }
}

interface Plan {
  setting: SiteSetting;
  data: Partial<Pick<SiteSetting, 'value' | 'category' | 'description' | 'isEncrypted'>>;
}

function planAll(
  deps: Pick<Deps, 'secrets'>,
  changes: SettingChange[],
  stored: Map<string, SiteSetting>,
): Plan[] {
  const problems: FieldError[] = [];
  const planned = changes.flatMap((change): Plan[] => {
    const setting = stored.get(change.key);
    if (!setting) {
      return [];
    }
    try {
      return [{ setting, data: dataOf(deps, setting, change) }];
    } catch (error) {
      if (!(error instanceof InvalidInputError)) {
        throw error;
      }
      problems.push({ field: change.key, message: error.message });
      return [];
    }
  });
  if (problems.length > 0) {
    throw new InvalidInputError(problems);
  }
  return planned;
}

function dataOf(
  { secrets }: Pick<Deps, 'secrets'>,
  setting: SiteSetting,
  { value: given, category, description, isEncrypted = setting.isEncrypted }: SettingChange,
): Plan['data'] {
  requireEncryption(setting.key, isEncrypted);
  const data: Plan['data'] = {
    ...(category !== undefined && category !== setting.category && { category }),
    ...(description !== undefined && description !== setting.description && { description }),
    ...(isEncrypted !== setting.isEncrypted && { isEncrypted }),
  };
  // Clients only ever see the mask of an encrypted value.
  const isKept = given === undefined || (setting.isEncrypted && given === mask);
  if (isKept && setting.isEncrypted && !isEncrypted) {
    throw new InvalidInputError(
      'value',
      `${settingLabel(setting.key)} is encrypted. To store it readable, enter its value again`,
    );
  }
  if (isKept && isEncrypted === setting.isEncrypted) {
    return data;
  }
  const value = isKept ? setting.value : checkedValue(setting.key, given);
  if (isEncrypted) {
    if (!isSealed(secrets, setting, value)) {
      data.value = secrets.seal(setting.key, value);
    }
  } else if (value !== setting.value || setting.isEncrypted) {
    data.value = value;
  }
  return data;
}

/**
 * Whether the setting already holds this value, encrypted. A secret with a destination is always
 * sealed again: it may be re-entered for another destination.
 */
function isSealed(secrets: Deps['secrets'], setting: SiteSetting, value: string): boolean {
  if (secrets.destinationOf(setting.value) !== undefined) {
    return false;
  }
  const opened = setting.isEncrypted ? opening(secrets, setting) : { problem: 'not encrypted' };
  return 'plain' in opened && opened.plain === value;
}

function checkedValue(key: string, value: string): string {
  const checked = knownSetting(key)?.check.safeParse(value);
  if (!checked) {
    return value;
  }
  if (!checked.success) {
    throw new InvalidInputError(
      'value',
      checked.error.issues[0]?.message ?? `${settingLabel(key)} can't have this value`,
    );
  }
  return checked.data;
}

function requireEncryption(key: string, isEncrypted: boolean): void {
  const encryption = knownSetting(key)?.encryption;
  if (encryption === 'always' && !isEncrypted) {
    throw new InvalidInputError('isEncrypted', `${settingLabel(key)} can only be stored encrypted`);
  }
  if (encryption === 'never' && isEncrypted) {
    throw new InvalidInputError(
      'isEncrypted',
      `${settingLabel(key)} is shown to everyone, so it can't be encrypted`,
    );
  }
}

const missing = (key: string) => new NotFoundError(`There is no setting ${key}`);

const auditedOf = (setting: SiteSetting) => ({
  value: setting.isEncrypted ? '[encrypted]' : setting.value,
  category: setting.category,
  description: setting.description,
  isEncrypted: setting.isEncrypted,
  version: setting.version,
});

/** Also hides the old value of a setting that becomes encrypted. */
function auditedChange(before: SiteSetting, after: SiteSetting): { before: object; after: object } {
  const wasHidden = !before.isEncrypted && after.isEncrypted;
  return {
    before: { ...auditedOf(before), ...(wasHidden && { value: '[encrypted since]' }) },
    after: {
      ...auditedOf(after),
      ...(after.isEncrypted && { valueChanged: before.value !== after.value }),
    },
  };
}

/** Other processes are notified by the database; this one must refresh before it responds. */
async function showToEveryone({ siteSettings }: SettingDeps, keys: string[]): Promise<void> {
  if (keys.some(isSiteSetting)) {
    await siteSettings.refresh();
  }
}
