import { graphql } from 'react-relay/hooks';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import type { VerifyEmailPageQuery } from '#web/__generated__/VerifyEmailPageQuery.graphql.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { useState } from 'react';
import type { VerifyEmailPageMutation } from '#web/__generated__/VerifyEmailPageMutation.graphql.ts';
import type { VerifyEmailPageResendMutation } from '#web/__generated__/VerifyEmailPageResendMutation.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { messageOf } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { AuthFrame } from '../AuthFrame.tsx';
import { AuthPageSkeleton } from '../AuthPageSkeleton.tsx';
import { ConfirmStep, Onward, Step } from '../Step.tsx';
import { useEmailConfirmation } from './useLinkToken.ts';

export const page = definePage<VerifyEmailPageQuery>({
  path: '/verify-email',
  access: 'everyone',
  query: graphql`
    query VerifyEmailPageQuery {
      ...AppShell_query
      viewer {
        email
        emailVerified
      }
    }
  `,
  meta: (_, { siteTitle }) => ({
    title: 'Confirm your email',
    description: `Confirm the email address of your ${siteTitle} account, with the link that we sent to it.`,
  }),
  skeleton: <AuthPageSkeleton />,
  component: VerifyEmail,
});

function VerifyEmail({ data: { viewer } }: PageProps<VerifyEmailPageQuery>) {
  const [verify, isPending] = useCommand<VerifyEmailPageMutation>(verifyEmailPageMutation);
  const { confirmed, deadLink, isAnswer, failure, confirm } = useEmailConfirmation((token) =>
    verify({ input: { token } }),
  );

  return (
    <AuthFrame>
      {confirmed !== undefined ? (
        <Step icon="check" title="Your email is confirmed" followsAnother>
          <p>Thank you. We write to {confirmed} from now on.</p>
          <Onward isSignedIn={viewer != null} />
        </Step>
      ) : viewer?.emailVerified && deadLink !== undefined ? (
        <Step icon="check" title="Your email is confirmed already" followsAnother={isAnswer}>
          <p>
            There is nothing more to do for <EmailText email={viewer.email} />.
          </p>
          <Onward isSignedIn={viewer != null} />
        </Step>
      ) : deadLink !== undefined ? (
        <Step icon="mail" title="This link does not work" followsAnother={isAnswer}>
          <p>{deadLink}.</p>
          {viewer ? (
            <Resend email={viewer.email} />
          ) : (
            <>
              <p className="soft">Sign in, and we send you another.</p>
              <ButtonLink
                to={`/auth?${new URLSearchParams({ mode: 'signin', returnTo: '/verify-email' })}`}
                variant="contained"
                size="large"
              >
                Sign In
              </ButtonLink>
            </>
          )}
        </Step>
      ) : (
        <ConfirmStep
          title="Confirm your email"
          words="One click, and your account is complete."
          failure={failure}
          isPending={isPending}
          onConfirm={confirm}
        >
          Confirm my email
        </ConfirmStep>
      )}
    </AuthFrame>
  );
}

const verifyEmailPageMutation = graphql`
  mutation VerifyEmailPageMutation($input: VerifyEmailInput!) {
    verifyEmail(input: $input) {
      ... on VerifyEmailPayload {
        email
        user {
          id
          emailVerified
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

function Resend({ email }: { email: string }) {
  const [resend, isPending] = useCommand<VerifyEmailPageResendMutation>(graphql`
    mutation VerifyEmailPageResendMutation {
      resendVerification {
        ... on ResendVerificationPayload {
          sent
          user {
            id
            emailVerified
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const [isSent, setIsSent] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async () => {
    if (isPending) return;
    setFailure(undefined);
    try {
      await resend({});
      setIsSent(true);
    } catch (error) {
      setFailure(messageOf(error, fallbackMessage));
    }
  };
  return (
    <>
      <div role="status">{isSent && <p>A new link is on its way to {email}.</p>}</div>
      <FormFailure message={failure} />
      {!isSent && (
        <Button variant="main" size="large" aria-busy={isPending} onClick={() => void send()}>
          {isPending ? 'Sending the link…' : 'Send Another Link'}
        </Button>
      )}
    </>
  );
}

const fallbackMessage = 'That did not work. Please try again';
