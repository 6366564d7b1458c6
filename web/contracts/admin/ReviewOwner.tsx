import { graphql, useFragment } from 'react-relay/hooks';
import type { ReviewOwner_listing$key } from '#web/__generated__/ReviewOwner_listing.graphql.ts';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { FactList } from '#web/admin/facts/FactList.tsx';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

interface ReviewOwnerProps {
  listing: ReviewOwner_listing$key;
}

export function ReviewOwner({ listing }: ReviewOwnerProps) {
  const { owner } = useFragment<ReviewOwner_listing$key>(
    graphql`
      fragment ReviewOwner_listing on OwnListing {
        owner {
          username
          firstName
          lastName
          email
          emailVerified
          createdAt
        }
      }
    `,
    listing,
  );
  return (
    <Panel
      title="Owner"
      action={<StatusBadge status={owner.emailVerified ? emailConfirmed : emailOpen} />}
    >
      <FactList
        facts={[
          ['Name', `${owner.firstName} ${owner.lastName}`],
          ['Username', owner.username],
          [
            'Email',
            <a key="email" href={`mailto:${owner.email}`}>
              <EmailText email={owner.email} />
            </a>,
          ],
          ['Member since', <LocalDay key="since" instant={owner.createdAt} />],
        ]}
      />
    </Panel>
  );
}

const emailConfirmed = { tone: 'good', label: 'Email confirmed' } as const;
const emailOpen = { tone: 'quiet', label: 'Email not confirmed' } as const;
