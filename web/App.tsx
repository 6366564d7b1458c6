import type { EmotionCache } from '@emotion/cache';
import type { ReactNode } from 'react';
import { RelayEnvironmentProvider } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import './styles/global.css';
import './ui/basics/Button.css';
import './styles/primitives.css';
import { StyleCacheContext } from './ui/material/StyleCacheContext.ts';

interface AppProps {
  environment: Environment;
  styleCache?: EmotionCache | null;
  children: ReactNode;
}

export function App({ environment, styleCache = null, children }: AppProps) {
  return (
    <StyleCacheContext value={styleCache}>
      <RelayEnvironmentProvider environment={environment}>{children}</RelayEnvironmentProvider>
    </StyleCacheContext>
  );
}
