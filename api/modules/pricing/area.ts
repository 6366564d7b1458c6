import type { Area } from '#api/areas/area.ts';
import './admin/taxes.graphql.ts';

export const pricingArea: Area = {};
