import type { PaletteName } from './scenes/palettes.ts';

export type Scene =
  | 'beach'
  | 'island'
  | 'desertCity'
  | 'mountainSnow'
  | 'mountainSummer'
  | 'themePark'
  | 'lake'
  | 'harbour'
  | 'golfValley';

export interface ResortScene {
  scene: Scene;
  layout?: string;
  palette?: PaletteName;
}

/** The scene of each resort's picture; neighbors in lists have different times of day. */
export const resortScenes: Readonly<Record<string, ResortScene>> = {
  'disney-s-animal-kingdom-villas-kidani-village': {
    scene: 'themePark',
    layout: 'savanna',
    palette: 'goldenSun',
  },
  'bay-lake-tower-at-disney-s-contemporary-resort': {
    scene: 'lake',
    layout: 'palace',
    palette: 'nightViolet',
  },
  'disney-s-old-key-west-resort': { scene: 'harbour', layout: 'stripes', palette: 'dawnRose' },
  'disney-s-vero-beach-resort': { scene: 'beach', layout: 'villas', palette: 'noonClear' },
  'marriott-s-grande-vista': { scene: 'lake', layout: 'villas', palette: 'goldenTeal' },
  'marriott-s-cypress-harbour': { scene: 'lake', layout: 'terraces', palette: 'dawnLilac' },
  'sheraton-vistana-resort-villas': { scene: 'themePark', layout: 'wheel', palette: 'duskCoral' },
  'holiday-inn-club-vacations-at-orange-lake-resort': {
    scene: 'themePark',
    layout: 'slides',
    palette: 'noonDeep',
  },
  'club-wyndham-bonnet-creek': { scene: 'lake', layout: 'towers', palette: 'noonPaper' },
  'westgate-lakes-resort-spa': { scene: 'lake', layout: 'villas', palette: 'duskTeal' },
  'marriott-s-beachplace-towers': { scene: 'beach', layout: 'towers', palette: 'noonDeep' },
  'marriott-s-crystal-shores': { scene: 'beach', layout: 'terrace', palette: 'goldenSun' },
  'the-villas-at-disney-s-grand-californian-hotel-spa': {
    scene: 'themePark',
    layout: 'lodge',
    palette: 'goldenTeal',
  },
  'marriott-s-newport-coast-villas': { scene: 'beach', layout: 'cliff', palette: 'goldenAmber' },
  'marriott-s-desert-springs-villas': {
    scene: 'golfValley',
    layout: 'valley',
    palette: 'dawnLilac',
  },
  'marriott-s-timber-lodge': { scene: 'mountainSnow', layout: 'lake', palette: 'noonDeep' },
  'grand-pacific-palisades-resort': { scene: 'beach', layout: 'cliff', palette: 'noonPaper' },
  'hyatt-vacation-club-at-the-welk': {
    scene: 'golfValley',
    layout: 'valley',
    palette: 'goldenSun',
  },
  'marriott-s-grande-ocean': { scene: 'beach', layout: 'terrace', palette: 'dawnRose' },
  'marriott-s-monarch-at-sea-pines': { scene: 'harbour', layout: 'stripes', palette: 'noonDeep' },
  'disney-s-hilton-head-island-resort': {
    scene: 'harbour',
    layout: 'plain',
    palette: 'goldenAmber',
  },
  'marriott-s-oceanwatch-villas-at-grande-dunes': {
    scene: 'beach',
    layout: 'wheel',
    palette: 'duskCoral',
  },
  'marriott-s-ko-olina-beach-club': { scene: 'island', layout: 'volcano', palette: 'goldenTeal' },
  'aulani-disney-vacation-club-villas': { scene: 'beach', layout: 'jungle', palette: 'noonClear' },
  'marriott-s-maui-ocean-club': { scene: 'island', layout: 'volcano', palette: 'duskCoral' },
  'the-westin-nanea-ocean-villas': { scene: 'island', layout: 'flat', palette: 'dawnRose' },
  'hilton-grand-vacations-club-the-grand-waikikian-honolulu': {
    scene: 'island',
    layout: 'crater',
    palette: 'noonPaper',
  },
  'marriott-s-waiohai-beach-club': { scene: 'island', layout: 'volcano', palette: 'noonDeep' },
  'elara-a-hilton-grand-vacations-club': {
    scene: 'desertCity',
    layout: 'boulevard',
    palette: 'nightViolet',
  },
  'hilton-vacation-club-polo-towers-las-vegas': {
    scene: 'desertCity',
    layout: 'wheel',
    palette: 'duskTeal',
  },
  'marriott-s-grand-chateau': { scene: 'desertCity', layout: 'pool', palette: 'nightNavy' },
  'grand-timber-lodge': { scene: 'mountainSnow', layout: 'gondola', palette: 'dawnRose' },
  'grand-lodge-on-peak-7': { scene: 'mountainSnow', layout: 'runs', palette: 'nightNavy' },
  'marriott-s-streamside-at-vail': {
    scene: 'mountainSummer',
    layout: 'meadow',
    palette: 'noonClear',
  },
  'sheraton-steamboat-resort-villas': {
    scene: 'mountainSummer',
    layout: 'autumn',
    palette: 'noonPaper',
  },
  'marriott-s-canyon-villas': { scene: 'golfValley', layout: 'mesa', palette: 'goldenAmber' },
  'hilton-vacation-club-scottsdale-villa-mirage': {
    scene: 'golfValley',
    layout: 'mesa',
    palette: 'duskCoral',
  },
  'westgate-park-city-resort-spa': {
    scene: 'mountainSnow',
    layout: 'gondola',
    palette: 'duskCoral',
  },
  'the-grand-mayan-at-vidanta-nuevo-vallarta': {
    scene: 'beach',
    layout: 'jungle',
    palette: 'goldenTeal',
  },
  'villa-del-palmar-cancun': { scene: 'beach', layout: 'terrace', palette: 'noonDeep' },
  'the-royal-sands': { scene: 'beach', layout: 'palapas', palette: 'goldenSun' },
  'pueblo-bonito-sunset-beach': { scene: 'beach', layout: 'arch', palette: 'duskTeal' },
  'marriott-s-aruba-ocean-club': { scene: 'beach', layout: 'palapas', palette: 'noonClear' },
  'marriott-s-aruba-surf-club': { scene: 'beach', layout: 'towers', palette: 'goldenAmber' },
  'divi-aruba-phoenix-beach-resort': { scene: 'island', layout: 'flat', palette: 'noonDeep' },
  'paradise-beach-villas': { scene: 'beach', layout: 'palapas', palette: 'duskCoral' },
  'morritt-s-tortuga-club': { scene: 'harbour', layout: 'plain', palette: 'noonClear' },
  'marriott-s-frenchman-s-cove': { scene: 'harbour', layout: 'cove', palette: 'goldenTeal' },
  'marriott-s-st-kitts-beach-club': { scene: 'island', layout: 'volcano', palette: 'goldenSun' },
  'harborside-resort-at-atlantis': { scene: 'harbour', layout: 'cove', palette: 'duskCoral' },
  'marriott-s-marbella-beach-resort': { scene: 'beach', layout: 'mountain', palette: 'dawnLilac' },
  'marriott-s-phuket-beach-club': { scene: 'island', layout: 'karst', palette: 'goldenTeal' },
};
