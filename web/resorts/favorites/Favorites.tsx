import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { Favorites_query$key } from '#web/__generated__/Favorites_query.graphql.ts';

interface Favorites {
  isSignedIn: boolean;
  resortIds: ReadonlySet<string>;
}

const FavoritesContext = createContext<Favorites>({ isSignedIn: false, resortIds: new Set() });

export const useFavorites = (): Favorites => useContext(FavoritesContext);

interface FavoritesProviderProps {
  query: Favorites_query$key;
  children: ReactNode;
}

/** Card data is the same for everyone, so favorites are provided separately. */
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
