import { graphql, useFragment } from 'react-relay/hooks';
import type { ProgressPanel_listing$key } from '#web/__generated__/ProgressPanel_listing.graphql.ts';
import { formatDay } from '#web/ui/words/dates.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { escrowStatuses, type Status } from '#web/ui/basics/statuses.ts';
import styles from '../MyListing.module.css';

export function ProgressPanel({ listing }: { listing: ProgressPanel_listing$key }) {
  const { verificationStatus, escrowStatus, evidenceEndsOn, isForSale } =
    useFragment<ProgressPanel_listing$key>(
      graphql`
        fragment ProgressPanel_listing on OwnListing {
          verificationStatus
          escrowStatus
          evidenceEndsOn
          isForSale
        }
      `,
      listing,
    );
  const verification = verifications[verificationStatus];
  return (
    <Panel title="Verification and escrow">
      <dl className={`stack gap-6 row-gap-4 full ${styles.progress}`}>
        {verification && (
          <div>
            <dt className="bar gap-3 semibold">
              Ownership <StatusBadge status={verification.status} />
            </dt>
            <dd className="margin-top-2 soft">
              {verification.words}
              {verificationStatus === 'VERIFIED' &&
                evidenceEndsOn &&
                ` The proof is good until ${formatDay(evidenceEndsOn)}.`}
            </dd>
          </div>
        )}
        <div>
          <dt className="bar gap-3 semibold">
            Escrow <StatusBadge status={escrowStatuses[escrowStatus]} />
          </dt>
          <dd className="margin-top-2 soft">
            {escrowStatus === 'NONE'
              ? isForSale
                ? 'Once you and a buyer have confirmed the terms of a sale, we ask our title and escrow partner for an account.'
                : 'What guests pay is held until their stay has begun. An escrow account is opened for a sale.'
              : escrowWords[escrowStatus]}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

const verifications: Readonly<Partial<Record<string, { status: Status; words: string }>>> = {
  PENDING: {
    status: { tone: 'open', label: 'In review' },
    words: 'Our team works through the listings in the order in which they came.',
  },
  MORE_INFORMATION: {
    status: { tone: 'open', label: 'Waiting for you' },
    words: 'The review goes on as soon as you have answered.',
  },
  VERIFIED: {
    status: { tone: 'good', label: 'Verified' },
    words: 'Our team has seen that the timeshare is yours.',
  },
  REJECTED: {
    status: { tone: 'bad', label: 'Not approved' },
    words: 'Our team could not verify that the timeshare is yours.',
  },
  EXPIRED: {
    status: { tone: 'bad', label: 'Run out' },
    words: 'The document that you sent is not good any more.',
  },
};

const escrowWords: Readonly<Partial<Record<string, string>>> = {
  PENDING:
    'Our title and escrow partner is opening an account. We mail you when it is there; you need not do anything.',
  ACTIVE:
    'The account is open. What the buyer pays is held there until everything that was agreed is done.',
  RELEASED: 'What was agreed is done, and the money went to you.',
  REFUNDED: 'The sale ended, and the money went back to the buyer.',
  DISPUTED:
    'One side objects. Our partner holds the money until it is settled, and will contact you.',
};
