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
          __typename
          ... on SaveSearchPayload {
            savedSearch {
              name
              ...SavedSearchRow_search
            }
          }
          ... on Error {
            message
          }
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
  if (result?.__typename !== 'SaveSearchPayload') throw new Error(result?.message);
  return result.savedSearch?.name;
}
