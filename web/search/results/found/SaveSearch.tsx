import type { SaveSearch_query$key } from '#web/__generated__/SaveSearch_query.graphql.ts';
import type { SearchState } from '#web/search/address/searchState.ts';
import { watchedWords } from '#web/search/address/chosenFilters.ts';
import { filterVariables, isNarrowed } from '#web/search/address/searchVariables.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { useState } from 'react';
import { graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks';
import { useLocation, useNavigate } from 'react-router-dom';
import { signInFor } from '#web/accounts/authLink.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { rememberIntent, useIntent } from '#web/accounts/intent.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { showFailure } from '#web/ui/feedback/showFailure.ts';

interface SaveSearchProps {
  queryRef: SaveSearch_query$key;
  search: SearchState;
}

export const SaveSearch = (props: SaveSearchProps) =>
  isNarrowed(props.search) && <SaveSearchButton {...props} />;

function SaveSearchButton({ queryRef, search }: SaveSearchProps) {
  const { viewer } = useFragment<SaveSearch_query$key>(queryFragment, queryRef);
  const environment = useRelayEnvironment();
  const [isSaving, setIsSaving] = useState(false);
  const input = { query: search.query, filter: filterVariables(search) };
  const [saved, setSaved] = useState<string>();
  const isSaved = saved === JSON.stringify(input);
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
      const name = await saveSearch(environment, input);
      setSaved(JSON.stringify(input));
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
      title={`Alerts you to weeks for ${watchedWords(search)}`}
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
