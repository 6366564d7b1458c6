import type { SiteSetting } from '#api/generated/prisma/client.ts';
import { inputOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns } from '#api/graphql/exposed.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
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
    ...columns<SiteSetting>(t, {
      key: 'Unique name, such as `site_title`.',
      category: 'For example `general` or `smtp`.',
      description: ['String?', 'What it is for, as an administrator described it.'],
      isEncrypted: ['Boolean', 'Whether its value is stored encrypted and shown masked.'],
      version: ['Int', 'Incremented by each change; a change names the version it is based on.'],
      updatedAt: ['DateTime', 'When it was last changed.'],
    }),
    value: t.string({
      description:
        'The value. An encrypted one is eight bullets, or empty if it is empty; sending the bullets back keeps it.',
      select: { key: true, value: true, isEncrypted: true },
      resolve: (setting, _args, { deps }) => shownValue(deps, setting),
    }),
    problem: t.string({
      nullable: true,
      description: 'Why the encrypted value cannot be decrypted; null if it can.',
      select: { key: true, value: true, isEncrypted: true },
      resolve: (setting, _args, { deps }) => problemOf(deps, setting),
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

const SettingChangeInput = inputOf(
  'SettingChangeInput',
  'A change to one setting. Omitted fields stay unchanged.',
  {
    key: ['String', 'The key of the setting.'],
    version: ['Int', 'The version you saw; nothing is saved if it is not the latest.'],
    value: ['String?', 'The new value as text.'],
    category: ['String?', 'The new category.'],
    description: ['String?', 'The new description.'],
    isEncrypted: ['Boolean?', 'Whether its value is stored encrypted.'],
  },
);

const siteNow = { site: [SiteType, 'The public site settings after the change.'] } as const;

command('initializeSmtpSettings', {
  type: payload('All SMTP settings exist.', {
    settings: [[SiteSettingType], 'All SMTP settings that the product reads.'],
  }),
  description: 'Adds each missing SMTP setting with its default; existing ones stay unchanged.',
  authScopes: { admin: true },
  errors: ['Forbidden'],

  resolve: ruleAs('settings', initializeSmtpSettings),
});

command('createSetting', {
  type: payload('The setting was added.', {
    setting: [SiteSettingType, 'The new setting.'],
    ...siteNow,
  }),
  description: 'Adds a setting.',
  authScopes: { admin: true },
  errors: ['InvalidInput', 'Forbidden', 'Conflict'],
  input: ['The new setting.', 'A setting to add.'],
  fields: {
    key: ['String', 'Letters, digits, underscores, dots and hyphens; 100 characters at most.'],
    value: ['String', 'The value; 10,000 characters at most.'],
    category: ['String?', 'Its category in lists. Defaults to `general`.'],
    description: ['String?', 'What it is for; 500 characters at most.'],
    isEncrypted: ['Boolean?', 'Whether to encrypt it, as passwords must be.'],
  },
  resolve: async (input, context) => ({
    setting: await createSetting(context.deps, await context.viewer(), input),
    site: context.deps.siteSettings.current(),
  }),
});

command('saveSettings', {
  type: payload('All of the settings were changed.', {
    settings: [[SiteSettingType], 'The changed settings, in the order of the changes.'],
    ...siteNow,
  }),
  description: 'Changes settings, all of them or none. The changes take effect at once.',
  authScopes: { admin: true },

  input: ['The settings to change.', 'Settings to change, all of them or none.'],
  fields: {
    changes: [[SettingChangeInput], 'One for each setting, 100 at most.'],
  },
  resolve: async (input, context) => ({
    settings: await saveSettings(context.deps, await context.viewer(), input),
    site: context.deps.siteSettings.current(),
  }),
});

command('deleteSetting', {
  type: payload('The setting was removed.', {
    deletedKey: ['String', 'The key of the removed setting.'],
    ...siteNow,
  }),
  description: 'Removes a setting. One that the product reads returns to its default.',
  authScopes: { admin: true },

  input: ['The setting to remove.', 'A setting to remove.'],
  fields: {
    key: ['String', 'The key of the setting.'],
    version: ['Int', 'The version you saw; nothing is removed if it is not the latest.'],
  },
  resolve: async (input, context) => {
    const { key } = await deleteSetting(context.deps, await context.viewer(), input);
    return { deletedKey: key, site: context.deps.siteSettings.current() };
  },
});

command('revealSetting', {
  type: payload('The decrypted value; the audit log records who saw it.', {
    key: ['String', 'The key of the setting.'],
    value: ['String', 'The decrypted value.'],
  }),
  description: 'Decrypts a value and records in the audit log who saw it.',
  authScopes: { admin: true },
  errors: ['InvalidInput', 'Forbidden', 'NotFound'],
  input: ['The setting to show.', 'An encrypted setting to show.'],
  fields: {
    key: ['String', 'The key of the setting.'],
  },
  resolve: async (input, context) => revealSetting(context.deps, await context.viewer(), input),
});
