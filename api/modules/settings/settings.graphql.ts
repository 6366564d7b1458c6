import type { SiteSetting } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
} from '../../platform/errors.ts';
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
        'What it holds. Of an encrypted one eight bullets, which sent back keep it; empty where it holds nothing.',
      select: { key: true, value: true, isEncrypted: true },
      resolve: (setting, _args, { deps }) => shownValue(deps, setting),
    }),
    category: t.exposeString('category', { description: 'Such as `general` or `smtp`.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What it is for, in the words of whoever added it.',
    }),
    isEncrypted: t.exposeBoolean('isEncrypted', {
      description: 'Whether its value is stored encrypted and shown masked.',
    }),
    problem: t.string({
      nullable: true,
      description: 'Why its encrypted value cannot be read any more; null while it can.',
      select: { key: true, value: true, isEncrypted: true },
      resolve: (setting, _args, { deps }) => problemOf(deps, setting),
    }),
    version: t.exposeInt('version', {
      description: 'One more with each change; a change says which it has seen.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was changed last.',
    }),
  }),
});

builder.queryField('settings', (t) =>
  t.prismaField({
    type: [SiteSettingType],
    nullable: true,
    description: 'All settings of the site by category and key, 5,000 at most.',
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
    value: t.string({ required: true, description: 'What it holds; 10,000 characters at most.' }),
    category: t.string({ description: 'Where lists show it; `general` where it is empty.' }),
    description: t.string({ description: 'What it is for; 500 characters at most.' }),
    isEncrypted: t.boolean({ description: 'For passwords and whatever else must stay secret.' }),
  }),
});

const SettingChangeInput = builder.inputType('SettingChangeInput', {
  description: 'What changes of one setting; what is left out stays as it is.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Which setting it is about.' }),
    version: t.int({
      required: true,
      description: 'The version that you looked at; when it is not the latest nothing is saved.',
    }),
    value: t.string({ description: 'What it holds from now on.' }),
    category: t.string({ description: 'Where lists show it from now on.' }),
    description: t.string({ description: 'What it is for.' }),
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
    key: t.string({ required: true, description: 'Which setting it is about.' }),
    version: t.int({
      required: true,
      description: 'The version that you looked at; when it is not the latest nothing is removed.',
    }),
  }),
});

const RevealSettingInput = builder.inputType('RevealSettingInput', {
  description: 'An encrypted setting to show.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Which setting it is about.' }),
  }),
});

const CreateSettingPayload = builder
  .objectRef<{ setting: SiteSetting }>('CreateSettingPayload')
  .implement({
    description: 'The setting was added.',
    fields: (t) => ({
      setting: t.field({
        type: SiteSettingType,
        description: 'The new setting.',
        resolve: ({ setting }) => setting,
      }),
      site: t.field({
        type: SiteType,
        description: 'What the site says about itself now.',
        resolve: (_payload, _args, { deps }) => deps.siteSettings.current(),
      }),
    }),
  });

const SaveSettingsPayload = builder
  .objectRef<{ settings: SiteSetting[] }>('SaveSettingsPayload')
  .implement({
    description: 'All of the settings were changed.',
    fields: (t) => ({
      settings: t.field({
        type: [SiteSettingType],
        description: 'The settings as they are now, in the order of the changes.',
        resolve: ({ settings }) => settings,
      }),
      site: t.field({
        type: SiteType,
        description: 'What the site says about itself now.',
        resolve: (_payload, _args, { deps }) => deps.siteSettings.current(),
      }),
    }),
  });

const DeleteSettingPayload = builder
  .objectRef<{ setting: SiteSetting }>('DeleteSettingPayload')
  .implement({
    description: 'The setting is gone.',
    fields: (t) => ({
      deletedKey: t.string({
        description: 'Which setting it was.',
        resolve: ({ setting }) => setting.key,
      }),
      site: t.field({
        type: SiteType,
        description: 'What the site says about itself now.',
        resolve: (_payload, _args, { deps }) => deps.siteSettings.current(),
      }),
    }),
  });

const InitializeSmtpSettingsPayload = builder
  .objectRef<{ settings: SiteSetting[] }>('InitializeSmtpSettingsPayload')
  .implement({
    description: 'No SMTP setting is missing any more.',
    fields: (t) => ({
      settings: t.field({
        type: [SiteSettingType],
        description: 'All SMTP settings that the product reads.',
        resolve: ({ settings }) => settings,
      }),
    }),
  });

const RevealSettingPayload = builder
  .objectRef<{ setting: SiteSetting; value: string }>('RevealSettingPayload')
  .implement({
    description: 'The value, for this once; the audit log says who saw it.',
    fields: (t) => ({
      key: t.string({
        description: 'Which setting it is.',
        resolve: ({ setting }) => setting.key,
      }),
      value: t.exposeString('value', { description: 'What the setting holds, readable.' }),
    }),
  });

const errors = {
  create: [InvalidInputError, ForbiddenError, ConflictError],
  change: [InvalidInputError, ForbiddenError, NotFoundError, ConflictError],
  reveal: [InvalidInputError, ForbiddenError, NotFoundError, UnavailableError],
};

builder.mutationFields((t) => ({
  createSetting: t.field({
    type: CreateSettingPayload,
    nullable: true,
    description: 'Adds a setting.',
    authScopes: { admin: true },
    errors: { types: errors.create },
    args: {
      input: t.arg({ type: CreateSettingInput, required: true, description: 'The new setting.' }),
    },
    resolve: async (_root, { input }, context) => ({
      setting: await createSetting(context.deps, await context.viewer(), input),
    }),
  }),
  saveSettings: t.field({
    type: SaveSettingsPayload,
    nullable: true,
    description: 'Changes settings, all of them or none. What they say is in force at once.',
    authScopes: { admin: true },
    errors: { types: errors.change },
    args: {
      input: t.arg({
        type: SaveSettingsInput,
        required: true,
        description: 'What changes, and of which.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      settings: await saveSettings(context.deps, await context.viewer(), input),
    }),
  }),
  deleteSetting: t.field({
    type: DeleteSettingPayload,
    nullable: true,
    description: 'Removes a setting; one that the product reads is as it was at first then.',
    authScopes: { admin: true },
    errors: { types: errors.change },
    args: {
      input: t.arg({
        type: DeleteSettingInput,
        required: true,
        description: 'Which setting goes.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      setting: await deleteSetting(context.deps, await context.viewer(), input),
    }),
  }),
  initializeSmtpSettings: t.field({
    type: InitializeSmtpSettingsPayload,
    nullable: true,
    description: 'Adds each SMTP setting that is missing; those that are there stay as they are.',
    authScopes: { admin: true },
    errors: { types: [ForbiddenError] },
    resolve: async (_root, _args, context) => ({
      settings: await initializeSmtpSettings(context.deps, await context.viewer()),
    }),
  }),
  revealSetting: t.field({
    type: RevealSettingPayload,
    nullable: true,
    description: 'Shows an encrypted value, and notes in the audit log who saw it.',
    authScopes: { admin: true },
    errors: { types: errors.reveal },
    args: {
      input: t.arg({
        type: RevealSettingInput,
        required: true,
        description: 'Which setting to show.',
      }),
    },
    resolve: async (_root, { input }, context) =>
      revealSetting(context.deps, await context.viewer(), input),
  }),
}));
