import type { Area } from '#api/areas/area.ts';
import { pictureRoutes } from './pictures.rest.ts';
import { deletePicturesOf } from './pictures.ts';
import { pictureRetention } from './retention.ts';
import './pictures.graphql.ts';

export const picturesArea: Area = {
  routes: pictureRoutes,
  retention: pictureRetention,
  leaving: [deletePicturesOf],
};
