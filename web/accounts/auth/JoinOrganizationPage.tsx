import { graphql } from 'react-relay/hooks';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import type { JoinOrganizationPageQuery } from '#web/__generated__/JoinOrganizationPageQuery.graphql.ts';
import { useState, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { JoinOrganizationPageMutation } from '#web/__generated__/JoinOrganizationPageMutation.graphql.ts';
import { isAtField, messageOf } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { AuthPageSkeleton } from './AuthPageSkeleton.tsx';
import { Step } from './Step.tsx';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { useLinkToken } from './links/useLinkToken.ts';

export const page = definePage<JoinOrganizationPageQuery>({
  path: '/organizations/join',
  access: 'everyone',
  query: graphql`
    query JoinOrganizationPageQuery {
      ...AppShell_query
      viewer {
        email
      }
    }
  `,
  meta: (_, { siteTitle }) => ({
    title: 'Join an organization',
    description: `Accept an invitation to an organization at ${siteTitle}, with the link that was mailed to you.`,
  }),
  skeleton: <AuthPageSkeleton />,
  component: JoinOrganization,
});

/** Opening the link changes nothing, since programs that scan mail open links too. */
function JoinOrganization({ data: { viewer } }: PageProps<JoinOrganizationPageQuery>) {
  const { token, forget } = useInvitation();
  const { deadLink, failure, isPending, join } = useJoin(forget);
  const problem =
    deadLink ??
    (token === null ? 'A part of it is missing. Open the link in the mail again' : undefined);
  return (
    <AuthFrame>
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
            variant="main"
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
            variant="main"
            size="large"
          >
            Sign In
          </ButtonLink>
          <ButtonLink
            to={`/auth?${new URLSearchParams({ mode: 'register', returnTo: '/organizations/join' })}`}
            variant="quiet"
            size="large"
          >
            Register Free
          </ButtonLink>
        </Step>
      )}
    </AuthFrame>
  );
}

function useJoin(forget: () => void) {
  const navigate = useNavigate();
  const [accept, isPending] = useCommand<JoinOrganizationPageMutation>(graphql`
    mutation JoinOrganizationPageMutation($token: String!) {
      acceptInvitation(token: $token) {
        ... on AcceptInvitationPayload {
          organization {
            databaseId
            name
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const [deadLink, setDeadLink] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const join = async (token: string | null) => {
    if (token === null) return;
    setFailure(undefined);
    try {
      const { organization } = await accept({ token });
      await navigate(`/organizations/${organization.databaseId}`, { replace: true });
      forget();
      showToast({ title: `You have joined ${organization.name}` });
    } catch (error) {
      const message = messageOf(error, fallbackMessage);
      if (!isAtField(error)) return setFailure(message);
      setDeadLink(message);
      forget();
    }
  };
  return { deadLink, failure, isPending, join };
}

const fallbackMessage = 'That did not work. Please try again';

/**
 * The token of a mailed invitation. Kept in this tab during signing in, not in the return path,
 * which would put it into the history and into logs.
 */
function useInvitation() {
  const given = useLinkToken();
  const isHydrated = useHydrated();
  useEffect(() => {
    if (given !== null) keep(given);
  }, [given]);
  return {
    /** Null if the link lacks a token; undefined until hydration. */
    token: given ?? (isHydrated ? read() : undefined),
    forget: () => keep(null),
  };
}

const key = 'tideweek.invitation';

function read(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Without storage, the person has to open the link again after signing in. */
function keep(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, token);
  } catch {
    // Storage is turned off.
  }
}
