import { Suspense, useState } from 'react';
import { graphql } from 'react-relay/hooks';
import { useLoaderData, useNavigate } from 'react-router-dom';
import type { JoinOrganizationPageMutation } from '#web/__generated__/JoinOrganizationPageMutation.graphql.ts';
import type { joinOrganizationPageLoaderQuery } from '#web/__generated__/joinOrganizationPageLoaderQuery.graphql.ts';
import { messageOf } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { FormFailure } from '#web/ui/forms/FormFailure.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { AuthPageSkeleton } from './AuthPageSkeleton.tsx';
import {
  joinOrganizationPageQuery,
  type JoinOrganizationPageData,
} from './joinOrganizationPageLoader.ts';
import { Step } from './Step.tsx';
import { useInvitation } from './useInvitation.ts';

export { loadJoinOrganizationPage as loadPage } from './joinOrganizationPageLoader.ts';

export function Page() {
  const data = useLoaderData<JoinOrganizationPageData>();
  return (
    <Suspense fallback={<AuthPageSkeleton />}>
      <JoinOrganization {...data} />
    </Suspense>
  );
}

/** Opening the link changes nothing, since programs that scan mail open links too. */
function JoinOrganization({ reference }: JoinOrganizationPageData) {
  const { site, viewer } = useOwnedPreloadedQuery<joinOrganizationPageLoaderQuery>(
    joinOrganizationPageQuery,
    reference,
  );
  const { token, forget } = useInvitation();
  const { deadLink, failure, isPending, join } = useJoin(forget);
  const problem =
    deadLink ??
    (token === null ? 'A part of it is missing. Open the link in the mail again' : undefined);
  return (
    <AuthFrame>
      <PageMeta
        title={`Join an organization | ${site.title}`}
        description={`Accept an invitation to an organization at ${site.title}, with the link that was mailed to you.`}
        canonicalPath="/organizations/join"
      />
      {problem !== undefined ? (
        <Step
          icon="mail"
          title="This invitation does not work"
          followsAnother={deadLink !== undefined}
        >
          <p>{problem}.</p>
          {viewer && (
            <>
              <p>If you have accepted it before, the organization is among yours.</p>
              <ButtonLink to="/organizations" variant="contained" size="large">
                Your Organizations
              </ButtonLink>
            </>
          )}
        </Step>
      ) : viewer ? (
        <Step icon="mail" title="Join the organization">
          <p>
            You join as <EmailText email={viewer.email} />, and see the tokens, webhooks and usage
            of the organization that has invited you.
          </p>
          <FormFailure message={failure} />
          <Button
            variant="contained"
            color="secondary"
            size="large"
            aria-busy={isPending}
            onClick={isPending || token === undefined ? undefined : () => void join(token)}
          >
            {isPending ? 'Joining…' : 'Accept Invitation'}
          </Button>
        </Step>
      ) : (
        <Step icon="mail" title="You are invited">
          <p>Sign in or register first, and you come back here to accept the invitation.</p>
          <ButtonLink
            to={`/auth?${new URLSearchParams({ mode: 'signin', returnTo: '/organizations/join' })}`}
            variant="contained"
            color="secondary"
            size="large"
          >
            Sign In
          </ButtonLink>
          <ButtonLink
            to={`/auth?${new URLSearchParams({ mode: 'register', returnTo: '/organizations/join' })}`}
            variant="outlined"
            color="inherit"
            size="large"
          >
            Register Free
          </ButtonLink>
        </Step>
      )}
    </AuthFrame>
  );
}

/** Accepts an invitation and opens its organization. */
function useJoin(forget: () => void) {
  const navigate = useNavigate();
  const [accept, isPending] = useMutation<JoinOrganizationPageMutation>(graphql`
    mutation JoinOrganizationPageMutation($token: String!) {
      acceptInvitation(token: $token) {
        __typename
        ... on AcceptInvitationPayload {
          organization {
            databaseId
            name
          }
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
  `);
  const [deadLink, setDeadLink] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const join = async (token: string | null) => {
    if (token === null) return;
    setFailure(undefined);
    try {
      const { acceptInvitation: result } = await accept({ token });
      if (result?.organization) {
        await navigate(`/organizations/${result.organization.databaseId}`, { replace: true });
        forget();
        showToast({ title: `You have joined ${result.organization.name}` });
      } else if (result?.fieldErrors) {
        setDeadLink(result.message);
        forget();
      } else {
        setFailure(result?.message ?? fallbackMessage);
      }
    } catch (error) {
      setFailure(messageOf(error, fallbackMessage));
    }
  };
  return { deadLink, failure, isPending, join };
}

const fallbackMessage = 'That did not work. Please try again';
