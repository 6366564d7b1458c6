import createCache, { type EmotionCache } from '@emotion/cache';

/** Component styles come first in the head, so that a page's own stylesheet can refine them. */
export function createStyleCache(): EmotionCache {
  return createCache({ key: 'tw', prepend: true });
}
