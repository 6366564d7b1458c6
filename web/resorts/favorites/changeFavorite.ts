import { graphql } from 'react-relay/hooks';
import type { Environment, RecordSourceSelectorProxy } from 'relay-runtime';
import type { changeFavoriteAddMutation } from '#web/__generated__/changeFavoriteAddMutation.graphql.ts';
import type { changeFavoriteRemoveMutation } from '#web/__generated__/changeFavoriteRemoveMutation.graphql.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { runMutation } from '#web/relay/runMutation.ts';

const add = graphql`
  mutation changeFavoriteAddMutation($resortId: ID!) {
    result: addFavorite(resortId: $resortId) {
      ... on AddFavoritePayload {
        viewer {
          favoriteResortIds
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const remove = graphql`
  mutation changeFavoriteRemoveMutation($resortId: ID!) {
    result: removeFavorite(resortId: $resortId) {
      ... on RemoveFavoritePayload {
        viewer {
          favoriteResortIds
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

/**
 * Adds or removes a favorite: shown at once, and reverted if the server refuses.
 * @throws {RefusedError} If the server refuses.
 */
export async function changeFavorite(
  environment: Environment,
  resortId: string,
  isKept: boolean,
): Promise<void> {
  const { result } = await runMutation<changeFavoriteAddMutation | changeFavoriteRemoveMutation>(
    environment,
    isKept ? add : remove,
    { resortId },
    {
      optimisticUpdater: (store: RecordSourceSelectorProxy) => mark(store, resortId, isKept),
      // Invalidates lists of favorites, so that they are refetched when next shown.
      updater: (store: RecordSourceSelectorProxy) =>
        store.getRoot().getLinkedRecord('viewer')?.invalidateRecord(),
    },
  );
  assertAccepted(result);
}

function mark(store: RecordSourceSelectorProxy, resortId: string, isKept: boolean): void {
  const viewer = store.getRoot().getLinkedRecord('viewer');
  const ids = (viewer?.getValue('favoriteResortIds') ?? []) as string[];
  const others = ids.filter((id) => id !== resortId);
  viewer?.setValue(isKept ? [resortId, ...others] : others, 'favoriteResortIds');
}
