import { graphql, useFragment } from 'react-relay/hooks';
import type { ReviewStanding_listing$key } from '#web/__generated__/ReviewStanding_listing.graphql.ts';
import { formatDay } from '#web/ui/words/dates.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { escrowStatuses } from '#web/ui/basics/statuses.ts';
import { plural } from '#common/numbers.ts';
import { FactList } from '#web/admin/facts/FactList.tsx';
import { queueStatuses } from '#web/admin/queueStatus.ts';

interface ReviewStandingProps {
  listing: ReviewStanding_listing$key;
}

export function ReviewStanding({ listing }: ReviewStandingProps) {
  const data = useFragment<ReviewStanding_listing$key>(
    graphql`
      fragment ReviewStanding_listing on OwnListing {
        status
        verificationStatus
        escrowStatus
        evidenceEndsOn
        stays {
          __typename
        }
      }
    `,
    listing,
  );
  return (
    <Panel title="Where it stands">
      <FactList
        facts={[
          [
            'Verification',
            queueStatuses.find(({ value }) => value === data.verificationStatus)?.label,
          ],
          ['On the site', data.status === 'PUBLISHED' ? 'Yes' : 'No'],
          ['Escrow', escrowStatuses[data.escrowStatus]?.label],
          ['Proof good until', data.evidenceEndsOn && formatDay(data.evidenceEndsOn)],
          ['Booked', data.stays.length > 0 ? plural(data.stays.length, 'stay') : 'No nights'],
        ]}
      />
    </Panel>
  );
}
