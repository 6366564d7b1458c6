import { graphql } from 'react-relay/hooks';
import type { RecordSourceSelectorProxy } from 'relay-runtime';
import type { useFavoriteAddMutation } from '../__generated__/useFavoriteAddMutation.graphql.ts';
import type { useFavoriteRemoveMutation } from '../__generated__/useFavoriteRemoveMutation.graphql.ts';
import { messageOf } from '../relay/refusal.ts';
import { useMutation } from '../relay/useMutation.ts';
import { useFavorites } from './Favorites.tsx';
import { showToast } from '../ui/feedback/toastStore.ts';

interface Favorite {
  isKept: boolean;
  /** Adds or removes the favorite: shown at once, and reverted if the server refuses. */
  toggle: () => Promise<void>;
}

/** Whether a resort is one of the viewer's favorites, and a way to change that. */
export function useFavorite(resortId: string): Favorite {
  const isKept = useFavorites().resortIds.has(resortId);
  const [add] = useMutation<useFavoriteAddMutation>(graphql`
    mutation useFavoriteAddMutation($resortId: ID!) {
      addFavorite(resortId: $resortId) {
        __typename
        ... on AddFavoritePayload {
          viewer {
            favoriteResortIds
          }
        }
        ... on Error {
          message
        }
      }
    }
  `);
  const [remove] = useMutation<useFavoriteRemoveMutation>(graphql`
    mutation useFavoriteRemoveMutation($resortId: ID!) {
      removeFavorite(resortId: $resortId) {
        __typename
        ... on RemoveFavoritePayload {
          viewer {
            favoriteResortIds
          }
        }
        ... on Error {
          message
        }
      }
    }
  `);

  const toggle = async () => {
    const optimisticUpdater = (store: RecordSourceSelectorProxy) => mark(store, resortId, !isKept);
    try {
      const options = { optimisticUpdater, updater: forgetLists };
      const result = isKept
        ? (await remove({ resortId }, options)).removeFavorite
        : (await add({ resortId }, options)).addFavorite;
      if (result?.message !== undefined) throw new Error(result.message);
      showToast({ title: isKept ? 'Removed from favorites' : 'Added to favorites' });
    } catch (error) {
      showToast({
        title: 'Favorites could not be changed',
        description: messageOf(error, 'Please try again'),
        variant: 'destructive',
      });
    }
  };
  return { isKept, toggle };
}

function mark(store: RecordSourceSelectorProxy, resortId: string, isKept: boolean): void {
  const viewer = store.getRoot().getLinkedRecord('viewer');
  const ids = (viewer?.getValue('favoriteResortIds') ?? []) as string[];
  const others = ids.filter((id) => id !== resortId);
  viewer?.setValue(isKept ? [resortId, ...others] : others, 'favoriteResortIds');
}

/** Invalidates lists of favorites, so that they are refetched when next shown. */
function forgetLists(store: RecordSourceSelectorProxy): void {
  store.getRoot().getLinkedRecord('viewer')?.invalidateRecord();
}
