import type { Article } from './article.ts';
import { help } from './help.tsx';
import { ownerResources } from './ownerResources.tsx';
import { privacy } from './privacy.tsx';
import { safety } from './safety.tsx';
import { terms } from './terms.tsx';
import { travelTips } from './travelTips.tsx';

export const articles: readonly Article[] = [
  travelTips,
  ownerResources,
  help,
  safety,
  terms,
  privacy,
];
