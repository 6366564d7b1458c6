import type { Deps } from '#api/context/context.ts';
import type { SiteSetting } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { fieldsOf } from '#api/rest/jsonBody.ts';
import type { RestRoute } from '#api/rest/route.ts';
import {
  createSetting,
  deleteSetting,
  problemOf,
  saveSettings,
  settingsOrder,
  shownValue,
} from './settings.ts';

export const settingRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    handle: async ({ deps }) => {
      const settings = await deps.database.prisma.siteSetting.findMany(settingsOrder);
      return { body: settings.map((setting) => settingJson(deps, setting)) };
    },
  },
  {
    method: 'POST',
    path: '/api/admin/settings',
    access: 'admin',
    handle: async (context, { body }) => {
      const setting = await createSetting(context.deps, await context.viewer(), fieldsOf(body));
      return { status: 201, body: settingJson(context.deps, setting) };
    },
  },
  {
    method: 'PUT',
    path: '/api/admin/settings/:key',
    access: 'admin',
    handle: async (context, { params, body }) => {
      const fields = fieldsOf(body);
      const key = params['key'];
      if (fields['key'] !== undefined && fields['key'] !== key) {
        throw new InvalidInputError('key', 'A key stays; add a setting with the other one');
      }
      const [setting] = await saveSettings(context.deps, await context.viewer(), {
        changes: [{ ...fields, key }],
      });
      return { body: setting && settingJson(context.deps, setting) };
    },
  },
  {
    method: 'DELETE',
    path: '/api/admin/settings/:key',
    access: 'admin',
    handle: async (context, { params, body }) => {
      const { key } = await deleteSetting(context.deps, await context.viewer(), {
        ...fieldsOf(body),
        key: params['key'],
      });
      return { body: { message: `The setting ${key} was deleted` } };
    },
  },
];

/** SPEC section 3; an encrypted value is masked. */
const settingJson = (deps: Pick<Deps, 'secrets'>, setting: SiteSetting) => ({
  id: setting.id,
  key: setting.key,
  value: shownValue(deps, setting),
  category: setting.category,
  description: setting.description,
  isEncrypted: setting.isEncrypted,
  problem: problemOf(deps, setting),
  version: setting.version,
  createdAt: setting.createdAt,
  updatedAt: setting.updatedAt,
});
