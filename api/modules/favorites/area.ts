import type { Area } from '#api/areas/area.ts';
import './favorites.graphql.ts';

export const favoritesArea: Area = {};
