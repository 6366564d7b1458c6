import type { Area } from '#api/areas/area.ts';
import { settingRoutes } from './settings.rest.ts';
import './site.graphql.ts';
import './settings.graphql.ts';

export const settingsArea: Area = {
  routes: settingRoutes,
};
