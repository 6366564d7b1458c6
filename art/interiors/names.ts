import type { Scene } from '../resortScenes.ts';

/** What the windows of a unit look out on. */
export type View = 'sea' | 'peaks' | 'city' | 'green';

export type Room = 'living' | 'bedroom' | 'kitchen' | 'bathroom' | 'balcony' | 'pool' | 'lobby';

/** What the windows of a resort's units show. */
export const viewOf: Record<Scene, View> = {
  beach: 'sea',
  island: 'sea',
  harbour: 'sea',
  desertCity: 'city',
  themePark: 'green',
  golfValley: 'green',
  lake: 'green',
  mountainSnow: 'peaks',
  mountainSummer: 'peaks',
};

/** Names the file of a drawing, without its extension. */
export const interiorName = (room: Room, view: View): string => `interior-${room}-${view}`;
