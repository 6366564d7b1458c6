import { graphql } from 'react-relay/hooks';
import type { Environment, RecordSourceSelectorProxy } from 'relay-runtime';
import type { changeFavoriteAddMutation } from '#web/__generated__/changeFavoriteAddMutation.graphql.ts';
import type { changeFavoriteRemoveMutation } from '#web/__generated__/changeFavoriteRemoveMutation.graphql.ts';
import { runMutation } from '#web/relay/runMutation.ts';

/**
 * Adds or removes a favorite: shown at once, and reverted if the server refuses.
 * @returns The server's refusal, if any.
 */
export async function changeFavorite(
  environment: Environment,
  resortId: string,
  isKept: boolean,
): Promise<string | undefined> {
  const options = {
    optimisticUpdater: (store: RecordSourceSelectorProxy) => mark(store, resortId, isKept),
    updater: forgetLists,
  };
  const result = isKept
    ? (
        await runMutation<changeFavoriteAddMutation>(
          environment,
          graphql`
            mutation changeFavoriteAddMutation($resortId: ID!) {
              addFavorite(resortId: $resortId) {
                ... on AddFavoritePayload {
                  viewer {
                    favoriteResortIds
                  }
                }
                ...refusal_error @alias(as: "error") @relay(mask: false)
              }
            }
          `,
          { resortId },
          options,
        )
      ).addFavorite
    : (
        await runMutation<changeFavoriteRemoveMutation>(
          environment,
          graphql`
            mutation changeFavoriteRemoveMutation($resortId: ID!) {
              removeFavorite(resortId: $resortId) {
                ... on RemoveFavoritePayload {
                  viewer {
                    favoriteResortIds
                  }
                }
                ...refusal_error @alias(as: "error") @relay(mask: false)
              }
            }
          `,
          { resortId },
          options,
        )
      ).removeFavorite;
  return result?.error?.message;
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
