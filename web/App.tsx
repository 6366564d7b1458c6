import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { RelayEnvironmentProvider } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import './styles/global.css';
import { theme } from './theme.ts';

interface AppProps {
  environment: Environment;
  styleCache: EmotionCache;
  children: ReactNode;
}

/** The providers around the router, the same on the server and in the browser. */
export function App({ environment, styleCache, children }: AppProps) {
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={theme}>
        <RelayEnvironmentProvider environment={environment}>{children}</RelayEnvironmentProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
