import { Button } from '../ui/basics/Button.tsx';
import { Suspense, useState } from 'react';
import { graphql, type PreloadedQuery } from 'react-relay/hooks';
import { useLoaderData, useSearchParams } from 'react-router-dom';
import type { UnsubscribePageMutation } from '../__generated__/UnsubscribePageMutation.graphql.ts';
import type { unsubscribePageLoaderQuery } from '../__generated__/unsubscribePageLoaderQuery.graphql.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyPageSkeleton } from '../page/EmptyPageSkeleton.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { FormFailure } from '../ui/forms/FormFailure.tsx';
import { PageMeta } from '../page/PageMeta.tsx';
import { takeFocus } from '../ui/dialogs/takeFocus.ts';
import { messageOf } from '../relay/refusal.ts';
import { useMutation } from '../relay/useMutation.ts';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { unsubscribePageQuery } from './unsubscribePageLoader.ts';

export { loadUnsubscribePage as loadPage } from './unsubscribePageLoader.ts';

export function Page() {
  const reference = useLoaderData<PreloadedQuery<unsubscribePageLoaderQuery>>();
  return (
    <Suspense fallback={<EmptyPageSkeleton />}>
      <Unsubscribe reference={reference} />
    </Suspense>
  );
}

interface UnsubscribeProps {
  reference: PreloadedQuery<unsubscribePageLoaderQuery>;
}

/** Opened from a mail. Mail scanners open links too, so only the button unsubscribes. */
function Unsubscribe({ reference }: UnsubscribeProps) {
  const { site } = useOwnedPreloadedQuery<unsubscribePageLoaderQuery>(
    unsubscribePageQuery,
    reference,
  );
  const [params] = useSearchParams();
  const [searchName, setSearchName] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [unsubscribe, isSending] = useMutation<UnsubscribePageMutation>(unsubscribePageMutation);
  const [deadLink, setDeadLink] = useState<string>();
  const turnOff = async () => {
    setFailure(undefined);
    try {
      const { unsubscribe: result } = await unsubscribe({ token: params.get('token') ?? '' });
      if (result?.__typename === 'UnsubscribePayload') setSearchName(result.searchName);
      else if (result?.fieldErrors) setDeadLink(result.message);
      else setFailure(result?.message ?? fallbackMessage);
    } catch (error) {
      setFailure(messageOf(error, fallbackMessage));
    }
  };
  const isDone = searchName !== undefined;
  const isOver = isDone || deadLink !== undefined;

  return (
    <>
      <PageMeta
        title={`Turn off alerts | ${site.title}`}
        description={`Turn off the mail that ${site.title} sends about new listings for a saved search.`}
        canonicalPath="/unsubscribe"
      />
      <EmptyState
        headingLevel="h1"
        title={
          isDone ? 'Alerts are off' : isOver ? 'This link does not work' : 'Turn off these alerts?'
        }
        action={
          isOver ? (
            // Takes the place of the focused button.
            <ButtonLink
              ref={takeFocus}
              to="/dashboard?dialog=saved-searches"
              variant="outlined"
              color="inherit"
            >
              Saved Searches
            </ButtonLink>
          ) : (
            <Button
              variant="contained"
              color="secondary"
              size="large"
              aria-busy={isSending}
              onClick={isSending ? undefined : () => void turnOff()}
            >
              {isSending ? 'Turning off…' : 'Turn Off Alerts'}
            </Button>
          )
        }
      >
        <div role="status">
          {isDone ? (
            <p>We won&apos;t write about “{searchName}” any more. The search itself is kept.</p>
          ) : isOver ? (
            <p>{deadLink}.</p>
          ) : (
            <p>We will stop writing about new listings for this saved search.</p>
          )}
        </div>
        <FormFailure message={failure} />
      </EmptyState>
    </>
  );
}

const unsubscribePageMutation = graphql`
  mutation UnsubscribePageMutation($token: String!) {
    unsubscribe(token: $token) {
      __typename
      ... on UnsubscribePayload {
        searchName
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
        }
      }
    }
  }
`;

const fallbackMessage = 'Please try again later';
