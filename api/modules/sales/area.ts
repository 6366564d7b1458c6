import type { Area } from '#api/areas/area.ts';
import './sales.graphql.ts';

export const salesArea: Area = {};
