import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { Favorites_query$key } from '../__generated__/Favorites_query.graphql.ts';

interface Favorites {
  isSignedIn: boolean;
  /** Plain ids of the resorts that the viewer keeps. */
  resortIds: ReadonlySet<string>;
}

const FavoritesContext = createContext<Favorites>({ isSignedIn: false, resortIds: new Set() });

/** What the viewer keeps; nothing where no page has brought it. */
export const useFavorites = (): Favorites => useContext(FavoritesContext);

interface FavoritesProviderProps {
  query: Favorites_query$key;
  children: ReactNode;
}

/** Cards are the same for everyone and so are their data; the marks on them come from here. */
export function FavoritesProvider({ query, children }: FavoritesProviderProps) {
  const { viewer } = useFragment<Favorites_query$key>(
    graphql`
      fragment Favorites_query on Query {
        viewer {
          favoriteResortIds
        }
      }
    `,
    query,
  );
  const isSignedIn = viewer != null;
  const ids = viewer?.favoriteResortIds;
  const favorites = useMemo(() => ({ isSignedIn, resortIds: new Set(ids) }), [isSignedIn, ids]);
  return <FavoritesContext value={favorites}>{children}</FavoritesContext>;
}
