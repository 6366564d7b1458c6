import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { createContext, use, type ComponentType, type ReactNode } from 'react';
import { StyleCacheContext } from './StyleCacheContext.ts';
import { createStyleCache } from './styleCache.ts';
import { theme } from './theme.ts';

const IsThemed = createContext(false);

let ownCache: EmotionCache | undefined;

/** Provides our theme to Material components inside. Most first pages need neither. */
export function Material({ children }: { children: ReactNode }) {
  const given = use(StyleCacheContext);
  if (use(IsThemed)) return children;
  return (
    <CacheProvider value={given ?? (ownCache ??= createStyleCache())}>
      <ThemeProvider theme={theme}>
        <IsThemed value={true}>{children}</IsThemed>
      </ThemeProvider>
    </CacheProvider>
  );
}

export function themed<TProps extends object>(
  Component: ComponentType<TProps>,
): ComponentType<TProps> {
  return function Themed(props) {
    return (
      <Material>
        <Component {...props} />
      </Material>
    );
  };
}
