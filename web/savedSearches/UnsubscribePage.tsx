import { graphql } from 'react-relay/hooks';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import type { UnsubscribePageQuery } from '#web/__generated__/UnsubscribePageQuery.graphql.ts';
import { Button } from '../ui/basics/Button.tsx';
import { useState } from 'react';
import type { UnsubscribePageMutation } from '../__generated__/UnsubscribePageMutation.graphql.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyPageSkeleton } from '../page/EmptyPageSkeleton.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { FormFailure } from '../ui/forms/Form.tsx';
import { takeFocus } from '../ui/dialogs/takeFocus.ts';
import { isAtField, messageOf } from '../relay/refusal.ts';
import { useCommand } from '../relay/useMutation.ts';

export const page = definePage<UnsubscribePageQuery>({
  path: '/unsubscribe',
  access: 'everyone',
  query: graphql`
    query UnsubscribePageQuery {
      ...AppShell_query
    }
  `,
  meta: (_, { siteTitle }) => ({
    title: 'Turn off alerts',
    description: `Turn off the mail that ${siteTitle} sends about new listings for a saved search.`,
  }),
  skeleton: <EmptyPageSkeleton />,
  component: Unsubscribe,
});

/** Opened from a mail. Programs open links too, so only the button unsubscribes. */
function Unsubscribe({ search }: PageProps<UnsubscribePageQuery>) {
  const [searchName, setSearchName] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [unsubscribe, isSending] = useCommand<UnsubscribePageMutation>(unsubscribePageMutation);
  const [deadLink, setDeadLink] = useState<string>();
  const turnOff = async () => {
    setFailure(undefined);
    try {
      setSearchName((await unsubscribe({ token: search.get('token') ?? '' })).searchName);
    } catch (error) {
      const message = messageOf(error, fallbackMessage);
      if (isAtField(error)) setDeadLink(message);
      else setFailure(message);
    }
  };
  const isDone = searchName !== undefined;
  const isOver = isDone || deadLink !== undefined;

  return (
    <>
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
              variant="main"
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
      ... on UnsubscribePayload {
        searchName
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const fallbackMessage = 'Please try again later';
