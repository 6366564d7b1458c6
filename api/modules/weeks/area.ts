import type { Area } from '#api/areas/area.ts';
import './waysOn/waysOn.graphql.ts';
import './weeks.graphql.ts';
import './stayCalendar.graphql.ts';

export const weeksArea: Area = {};
