import { assertAccepted } from '#web/relay/refusal.ts';
import { graphql } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type {
  saveSearchMutation,
  SaveSearchInput,
} from '../__generated__/saveSearchMutation.graphql.ts';
import { runMutation } from '../relay/runMutation.ts';
import { addToViewerList } from '../relay/viewerLists.ts';

/**
 * Saves a search with alerts on; loaded when it is needed.
 * @returns Its name.
 */
export async function saveSearch(environment: Environment, input: SaveSearchInput) {
  const { saveSearch: result } = await runMutation<saveSearchMutation>(
    environment,
    graphql`
      mutation saveSearchMutation($input: SaveSearchInput!) {
        saveSearch(input: $input) {
          ... on SaveSearchPayload {
            savedSearch {
              name
              ...SavedSearchRow_search
            }
          }
          ...refusal_error @alias(as: "error") @relay(mask: false)
        }
      }
    `,
    { input },
    {
      updater: (store) =>
        addToViewerList(
          store,
          'SavedSearchList_savedSearches',
          store.getRootField('saveSearch')?.getLinkedRecord('savedSearch'),
          'SavedSearchEdge',
        ),
    },
  );
  assertAccepted(result);
  return result.savedSearch?.name;
}
