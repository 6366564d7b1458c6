import { graphql, useFragment } from 'react-relay/hooks';
import type { ContractStep_listing$key } from '#web/__generated__/ContractStep_listing.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { ContractButton } from '../contract/ContractButton.tsx';
import styles from './ListedSteps.module.css';
import { pathOfStep } from './listingSteps.ts';
import { ListingCaption } from './ListingCaption.tsx';
import type { PageUpload } from '../contract/pageUpload.ts';

interface ContractStepProps {
  listing: ContractStep_listing$key;
  upload: PageUpload;
}

const reasons = [
  'Verifies your legal ownership of the timeshare',
  'Prevents unauthorised listings of what is yours',
  'Is required for escrow when you sell',
  'Builds trust with the people who rent or buy',
];

export function ContractStep({ listing, upload }: ContractStepProps) {
  const data = useFragment<ContractStep_listing$key>(
    graphql`
      fragment ContractStep_listing on OwnListing {
        databaseId
        hasContract
        ...ListingCaption_listing
      }
    `,
    listing,
  );
  return (
    <div className="stack gap-5">
      <ListingCaption listing={data} />
      <section className={styles.panel} aria-labelledby="why-upload">
        <h2 id="why-upload">Why upload your contract?</h2>
        <ul className={`stack gap-3 ${styles.reasons}`}>
          {reasons.map((reason) => (
            <li key={reason}>
              <Icon name="check" size={20} />
              {reason}
            </li>
          ))}
        </ul>
        <p className={`soft text-15-5 ${styles.secret}`}>
          <Icon name="lock" size={20} />
          Only you and our verification team can open it. It is never shown on your listing.
        </p>
        <ContractButton isUploaded={data.hasContract} upload={upload.state} onClick={upload.open} />
        <p className="soft">
          {data.hasContract
            ? 'Our team verifies your ownership before your listing is approved.'
            : 'You can also do it later, from your dashboard. Your listing is approved once it is there.'}
        </p>
      </section>
      <div className={`flex gap-3 sticky on-paper ${styles.bar}`}>
        <ButtonLink
          to={pathOfStep('escrow', data.databaseId)}
          variant="contained"
          color="secondary"
          size="large"
          endIcon={<Icon name="arrowRight" size={20} />}
        >
          Continue
        </ButtonLink>
      </div>
    </div>
  );
}
