import { graphql } from 'react-relay/hooks';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import type { ConfirmEmailPageQuery } from '#web/__generated__/ConfirmEmailPageQuery.graphql.ts';
import type { ConfirmEmailPageMutation } from '#web/__generated__/ConfirmEmailPageMutation.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { useCommand } from '#web/relay/useMutation.ts';
import { AuthFrame } from '../AuthFrame.tsx';
import { AuthPageSkeleton } from '../AuthPageSkeleton.tsx';
import { ConfirmStep, Onward, Step } from '../Step.tsx';
import { useEmailConfirmation } from './useLinkToken.ts';

export const page = definePage<ConfirmEmailPageQuery>({
  path: '/confirm-email',
  access: 'everyone',
  query: graphql`
    query ConfirmEmailPageQuery {
      ...AppShell_query
      viewer {
        id
      }
    }
  `,
  meta: (_, { siteTitle }) => ({
    title: 'Confirm your new email',
    description: `Confirm the new email address of your ${siteTitle} account, with the link that we sent to it.`,
  }),
  skeleton: <AuthPageSkeleton />,
  component: ConfirmEmail,
});

function ConfirmEmail({ data: { viewer } }: PageProps<ConfirmEmailPageQuery>) {
  const [change, isPending] = useCommand<ConfirmEmailPageMutation>(confirmEmailPageMutation);
  const { confirmed, deadLink, isAnswer, failure, confirm } = useEmailConfirmation((token) =>
    change({ input: { token } }),
  );

  return (
    <AuthFrame>
      {confirmed !== undefined ? (
        <Step icon="check" title="Your email is changed" followsAnother>
          <p>We write to {confirmed} from now on, and you can sign in with it.</p>
          <Onward isSignedIn={viewer != null} />
        </Step>
      ) : deadLink !== undefined ? (
        <Step icon="mail" title="This link does not work" followsAnother={isAnswer}>
          <p>{deadLink}.</p>
          <p className="soft">Your email stays as it was. You can ask for another link.</p>
          <ButtonLink to="/dashboard/settings/email" variant="contained" size="large">
            Account Settings
          </ButtonLink>
        </Step>
      ) : (
        <ConfirmStep
          title="Confirm your new email"
          words="Your account changes to this address, and we tell the old one."
          failure={failure}
          isPending={isPending}
          onConfirm={confirm}
        >
          Use this address
        </ConfirmStep>
      )}
    </AuthFrame>
  );
}

const confirmEmailPageMutation = graphql`
  mutation ConfirmEmailPageMutation($input: ConfirmEmailChangeInput!) {
    confirmEmailChange(input: $input) {
      ... on ConfirmEmailChangePayload {
        email
        user {
          id
          email
          emailVerified
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
