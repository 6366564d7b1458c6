import type { Area } from '#api/areas/area.ts';
import './audit.graphql.ts';

export const auditArea: Area = {};
