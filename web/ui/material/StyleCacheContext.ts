import type { EmotionCache } from '@emotion/cache';
import { createContext } from 'react';

/** On the server, collects the styles of one rendering. */
export const StyleCacheContext = createContext<EmotionCache | null>(null);
