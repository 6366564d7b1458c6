import { graphql, useFragment } from 'react-relay/hooks';
import type { ReviewStanding_listing$key } from '../../../__generated__/ReviewStanding_listing.graphql.ts';
import { formatDay } from '../../../components/dates.ts';
import { Panel } from '../../../components/Panel.tsx';
import { escrowStatuses } from '../../../components/statuses.ts';
import { plural } from '../../../components/numbers.ts';
import { FactList } from './FactList.tsx';
import { queueStatuses } from './queueStatus.ts';

interface ReviewStandingProps {
  listing: ReviewStanding_listing$key;
}

/** Where the listing stands now. */
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
