import type { SiteSetting } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#api/platform/errors.ts';
import { SiteType } from './site.graphql.ts';
import {
  createSetting,
  deleteSetting,
  initializeSmtpSettings,
  problemOf,
  revealSetting,
  saveSettings,
  settingsOrder,
  shownValue,
} from './settings.ts';

const SiteSettingType = builder.prismaNode('SiteSetting', {
  description: 'A setting of the site. Only administrators can read one.',
  nullable: true,
  authScopes: { admin: true },
  select: { id: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Unique name, such as `site_title`.' }),
    value: t.string({
      description:
        'The value. An encrypted one is eight bullets, or empty if it is empty; sending the bullets back keeps it.',
      select: { key: true, value: true, isEncrypted: true },
      resolve: (setting, _args, { deps }) => shownValue(deps, setting),
    }),
    category: t.exposeString('category', { description: 'For example `general` or `smtp`.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What it is for, as an administrator described it.',
    }),
    isEncrypted: t.exposeBoolean('isEncrypted', {
      description: 'Whether its value is stored encrypted and shown masked.',
    }),
    problem: t.string({
      nullable: true,
      description: 'Why the encrypted value cannot be decrypted; null if it can.',
      select: { key: true, value: true, isEncrypted: true },
      resolve: (setting, _args, { deps }) => problemOf(deps, setting),
    }),
    version: t.exposeInt('version', {
      description: 'Incremented by each change; a change names the version it is based on.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was last changed.',
    }),
  }),
});

builder.queryField('settings', (t) =>
  t.prismaField({
    type: [SiteSettingType],
    nullable: true,
    description: 'All settings, ordered by category and key; 5,000 at most.',
    authScopes: { admin: true },
    resolve: (query, _root, _args, { deps }) =>
      deps.database.prisma.siteSetting.findMany({ ...query, ...settingsOrder }),
  }),
);

const CreateSettingInput = builder.inputType('CreateSettingInput', {
  description: 'A setting to add.',
  fields: (t) => ({
    key: t.string({
      required: true,
      description: 'Letters, digits, underscores, dots and hyphens; 100 characters at most.',
    }),
    value: t.string({ required: true, description: 'The value; 10,000 characters at most.' }),
    category: t.string({ description: 'Its category in lists. Defaults to `general`.' }),
    description: t.string({ description: 'What it is for; 500 characters at most.' }),
    isEncrypted: t.boolean({ description: 'Whether to encrypt it, as passwords must be.' }),
  }),
});

const SettingChangeInput = builder.inputType('SettingChangeInput', {
  description: 'A change to one setting. Omitted fields stay unchanged.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The key of the setting.' }),
    version: t.int({
      required: true,
      description: 'The version you saw; nothing is saved if it is not the latest.',
    }),
    value: t.string({ description: 'The new value as text.' }),
    category: t.string({ description: 'The new category.' }),
    description: t.string({ description: 'The new description.' }),
    isEncrypted: t.boolean({ description: 'Whether its value is stored encrypted.' }),
  }),
});

const SaveSettingsInput = builder.inputType('SaveSettingsInput', {
  description: 'Settings to change, all of them or none.',
  fields: (t) => ({
    changes: t.field({
      type: [SettingChangeInput],
      required: true,
      description: 'One for each setting, 100 at most.',
    }),
  }),
});

const DeleteSettingInput = builder.inputType('DeleteSettingInput', {
  description: 'A setting to remove.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The key of the setting.' }),
    version: t.int({
      required: true,
      description: 'The version you saw; nothing is removed if it is not the latest.',
    }),
  }),
});

const RevealSettingInput = builder.inputType('RevealSettingInput', {
  description: 'An encrypted setting to show.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The key of the setting.' }),
  }),
});

const CreateSettingPayload = builder
  .objectRef<{ setting: SiteSetting }>('CreateSettingPayload')
  .implement({
    description: 'The setting was added.',
    fields: (t) => ({
      setting: t.expose('setting', {
        type: SiteSettingType,
        description: 'The new setting.',
      }),
      site: t.field({
        type: SiteType,
        description: 'The public site settings after the change.',
        resolve: (_payload, _args, { deps }) => deps.siteSettings.current(),
      }),
    }),
  });

const SaveSettingsPayload = builder
  .objectRef<{ settings: SiteSetting[] }>('SaveSettingsPayload')
  .implement({
    description: 'All of the settings were changed.',
    fields: (t) => ({
      settings: t.expose('settings', {
        type: [SiteSettingType],
        description: 'The changed settings, in the order of the changes.',
      }),
      site: t.field({
        type: SiteType,
        description: 'The public site settings after the change.',
        resolve: (_payload, _args, { deps }) => deps.siteSettings.current(),
      }),
    }),
  });

const DeleteSettingPayload = builder
  .objectRef<{ setting: SiteSetting }>('DeleteSettingPayload')
  .implement({
    description: 'The setting was removed.',
    fields: (t) => ({
      deletedKey: t.string({
        description: 'The key of the removed setting.',
        resolve: ({ setting }) => setting.key,
      }),
      site: t.field({
        type: SiteType,
        description: 'The public site settings after the change.',
        resolve: (_payload, _args, { deps }) => deps.siteSettings.current(),
      }),
    }),
  });

const InitializeSmtpSettingsPayload = builder
  .objectRef<{ settings: SiteSetting[] }>('InitializeSmtpSettingsPayload')
  .implement({
    description: 'All SMTP settings exist.',
    fields: (t) => ({
      settings: t.expose('settings', {
        type: [SiteSettingType],
        description: 'All SMTP settings that the product reads.',
      }),
    }),
  });

const RevealSettingPayload = builder
  .objectRef<{ setting: SiteSetting; value: string }>('RevealSettingPayload')
  .implement({
    description: 'The decrypted value; the audit log records who saw it.',
    fields: (t) => ({
      key: t.string({
        description: 'The key of the setting.',
        resolve: ({ setting }) => setting.key,
      }),
      value: t.exposeString('value', { description: 'The decrypted value.' }),
    }),
  });

const errors = {
  create: [InvalidInputError, ForbiddenError, ConflictError],
  change: [InvalidInputError, ForbiddenError, NotFoundError, ConflictError],
  reveal: [InvalidInputError, ForbiddenError, NotFoundError],
};

builder.mutationFields((t) => ({
  initializeSmtpSettings: t.field({
    type: InitializeSmtpSettingsPayload,
    nullable: true,
    description: 'Adds each missing SMTP setting with its default; existing ones stay unchanged.',
    authScopes: { admin: true },
    errors: { types: [ForbiddenError] },
    resolve: async (_root, _args, context) => ({
      settings: await initializeSmtpSettings(context.deps, await context.viewer()),
    }),
  }),
}));

command('createSetting', {
  type: CreateSettingPayload,
  description: 'Adds a setting.',
  authScopes: { admin: true },
  errors: { types: errors.create },
  input: [CreateSettingInput, 'The new setting.'],
  resolve: async (input, context) => ({
    setting: await createSetting(context.deps, await context.viewer(), input),
  }),
});

command('saveSettings', {
  type: SaveSettingsPayload,
  description: 'Changes settings, all of them or none. The changes take effect at once.',
  authScopes: { admin: true },
  errors: { types: errors.change },
  input: [SaveSettingsInput, 'The settings to change.'],
  resolve: async (input, context) => ({
    settings: await saveSettings(context.deps, await context.viewer(), input),
  }),
});

command('deleteSetting', {
  type: DeleteSettingPayload,
  description: 'Removes a setting. One that the product reads returns to its default.',
  authScopes: { admin: true },
  errors: { types: errors.change },
  input: [DeleteSettingInput, 'The setting to remove.'],
  resolve: async (input, context) => ({
    setting: await deleteSetting(context.deps, await context.viewer(), input),
  }),
});

command('revealSetting', {
  type: RevealSettingPayload,
  description: 'Decrypts a value and records in the audit log who saw it.',
  authScopes: { admin: true },
  errors: { types: errors.reveal },
  input: [RevealSettingInput, 'The setting to show.'],
  resolve: async (input, context) => revealSetting(context.deps, await context.viewer(), input),
});
