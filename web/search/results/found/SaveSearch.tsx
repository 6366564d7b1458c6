import type { SaveSearch_query$key } from '#web/__generated__/SaveSearch_query.graphql.ts';
import type { SearchState } from '#web/search/address/searchState.ts';
import { watchedWords } from '#web/search/address/watchedWords.ts';
import { filterVariables, isNarrowed } from '#web/search/address/searchVariables.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { useState } from 'react';
import { graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ResortFilter } from '#web/__generated__/saveSearchMutation.graphql.ts';
import { signInFor } from '#web/accounts/authLink.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { rememberIntent, useIntent } from '#web/accounts/intent.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { showFailure } from '#web/ui/feedback/showFailure.ts';

interface SaveSearchProps {
  queryRef: SaveSearch_query$key;
  search: SearchState;
}

export function SaveSearch({ queryRef, search }: SaveSearchProps) {
  return (
    isNarrowed(search) && (
      <SaveSearchButton
        queryRef={queryRef}
        query={search.query}
        filter={filterVariables(search)}
        description={`Alerts you to weeks for ${watchedWords(search)}`}
      />
    )
  );
}

interface SaveSearchButtonProps {
  queryRef: SaveSearch_query$key;
  /** The search text; empty if there are only filters. */
  query: string;
  filter: ResortFilter;
  description?: string;
}

function SaveSearchButton(props: SaveSearchButtonProps) {
  const { queryRef, query, filter, description } = props;
  const { viewer } = useFragment<SaveSearch_query$key>(queryFragment, queryRef);
  const environment = useRelayEnvironment();
  const [isSaving, setIsSaving] = useState(false);
  const search = JSON.stringify([query, filter]);
  const [saved, setSaved] = useState<string>();
  const isSaved = saved === search;
  const navigate = useNavigate();
  const { pathname, search: params } = useLocation();

  const save = async () => {
    if (!viewer) {
      await navigate(signInFor('search', rememberIntent(intent, pathname + params)));
      return;
    }
    setIsSaving(true);
    try {
      const { saveSearch } = await import('#web/resorts/saveSearch.ts');
      const name = await saveSearch(environment, { query, filter });
      setSaved(search);
      showToast({
        title: 'Search saved',
        description: viewer.emailVerified
          ? `We'll write when a listing for “${name}” is published`
          : 'Confirm your email to get alerts for it',
      });
    } catch (error) {
      showFailure('The search could not be saved', error);
    } finally {
      setIsSaving(false);
    }
  };

  useIntent(intent, Boolean(viewer), () => void save());

  return (
    <Button
      variant="quiet"
      title={description}
      startIcon={<Icon name={isSaved ? 'check' : 'bell'} size={20} />}
      aria-busy={isSaving}
      onClick={isSaving ? undefined : () => void save()}
    >
      {isSaved ? 'Search Saved' : 'Save This Search'}
    </Button>
  );
}

const queryFragment = graphql`
  fragment SaveSearch_query on Query {
    viewer {
      emailVerified
    }
  }
`;

const intent = 'save-search';
