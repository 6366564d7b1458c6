import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { useRef } from 'react';
import { graphql } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import { Link } from 'react-router-dom';
import type { FavoritesCard_viewer$key } from '#web/__generated__/FavoritesCard_viewer.graphql.ts';
import type { FavoritesCardMutation } from '#web/__generated__/FavoritesCardMutation.graphql.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { removeFromViewerList } from '#web/relay/viewerLists.ts';
import { DashboardCard } from './DashboardCard.tsx';
import styles from '../DashboardPage.module.css';
import { NothingYet } from './NothingYet.tsx';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';

export function FavoritesCard({ viewer }: { viewer: FavoritesCard_viewer$key }) {
  const { data, ...pages } = usePages(viewerFragment, viewer);
  const { favorites } = data;
  const [removeFavorite] = useCommand<FavoritesCardMutation>(favoritesCardMutation);
  const card = useRef<HTMLDivElement>(null);

  const remove = async (resort: { id: string; databaseId: string; name: string }) => {
    try {
      await removeFavorite(
        { resortId: resort.databaseId },
        {
          updater: (store) => removeFromViewerList(store, 'FavoritesCard_favorites', resort.id),
        },
      );
      // The pressed button is gone.
      card.current?.focus();
      showToast({ title: 'Removed from favorites', description: resort.name });
    } catch (error) {
      showFailure('Could not remove the favorite', error);
    }
  };

  return (
    <DashboardCard title="Favorites" icon="heart">
      <div ref={card} tabIndex={-1} className="stack gap-4 to-left full">
        {favorites.edges.length === 0 ? (
          <NothingYet
            icon="heart"
            title="No favorites yet"
            hint="Resorts you want to come back to will be kept here."
          />
        ) : (
          <ul ref={pages.list} className={`stack gap-3 full ${styles.pictures}`}>
            {favorites.edges.map(({ node }) => (
              <li key={node.id}>
                <img src={node.imageUrl} alt="" width="96" height="64" loading="lazy" />
                <div>
                  <Link to={`/resort/${node.databaseId}`}>{node.name}</Link>
                  <p className="soft">{node.location}</p>
                </div>
                <IconButton
                  aria-label={`Remove ${node.name} from favorites`}
                  onClick={() => void remove(node)}
                >
                  <Icon name="close" size={20} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <ShowMore noun="Favorites" count={favorites.edges.length} pages={pages} />
      </div>
    </DashboardCard>
  );
}

const viewerFragment = graphql`
  fragment FavoritesCard_viewer on User
  @refetchable(queryName: "FavoritesCardPaginationQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 6 }, after: { type: "String" }) {
    favorites(first: $first, after: $after) @connection(key: "FavoritesCard_favorites") {
      edges {
        node {
          id
          databaseId
          name
          location
          imageUrl
        }
      }
    }
  }
`;

const favoritesCardMutation = graphql`
  mutation FavoritesCardMutation($resortId: ID!) {
    removeFavorite(resortId: $resortId) {
      ... on RemoveFavoritePayload {
        viewer {
          favoriteResortIds
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
