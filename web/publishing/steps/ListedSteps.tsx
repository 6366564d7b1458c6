import { graphql, useFragment } from 'react-relay/hooks';
import { useSearchParams } from 'react-router-dom';
import type {
  ListedSteps_listing$key,
  ListedSteps_listing$data,
} from '#web/__generated__/ListedSteps_listing.graphql.ts';
import { stepIn, pathOfStep } from './listingSteps.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './ListedSteps.module.css';
import { ContractButton, type PageUpload } from '../contract/ContractButton.tsx';
import { formatStay } from '#web/ui/words/dates.ts';

interface ListedStepsProps {
  listing: ListedSteps_listing$key;
  upload: PageUpload;
}

export function ListedSteps({ listing, upload }: ListedStepsProps) {
  const data = useFragment<ListedSteps_listing$key>(
    graphql`
      fragment ListedSteps_listing on OwnListing {
        databaseId
        hasContract
        title
        availableFrom
        availableTo
        resort {
          name
          imageUrl
        }
      }
    `,
    listing,
  );
  const { step } = stepIn(useSearchParams()[0]);
  return step === 'escrow' ? (
    <EscrowStep listing={data} />
  ) : (
    <ContractStep listing={data} upload={upload} />
  );
}

const protections = [
  {
    icon: 'shield',
    title: 'Rental Protection',
    text: 'The rent is held until the stay is certain, so guests pay without worry and you are paid for sure.',
  },
  {
    icon: 'key',
    title: 'Sale Escrow',
    text: 'Title transfer and fund protection: the money is released once the deed is recorded in the buyer’s name.',
  },
] as const;

const nextSteps = [
  'Our team reviews your contract and verifies your ownership',
  'Escrow is activated for your listing',
  'You receive an email confirmation, and travelers can find your week',
];

function EscrowStep({ listing: data }: { listing: ListedSteps_listing$data }) {
  return (
    <div className="stack gap-5">
      <ListingCaption listing={data} />
      <section className={styles.panel} aria-labelledby="escrow">
        <h2 id="escrow">Secure escrow for your timeshare</h2>
        <p>
          We work with a title and escrow partner. Money goes to the partner, not to a stranger, and
          is only released when both sides have done their part. You need not do anything now.
        </p>
        <ul className={`stack gap-4 tide-icons ${styles.protections}`}>
          {protections.map(({ icon, title, text }) => (
            <li key={title} className="stack gap-2 packed padding-4 tile">
              <Icon name={icon} size={28} />
              <h3>{title}</h3>
              <p className="soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={`${styles.panel} ${styles.next}`} aria-labelledby="next-steps">
        <h2 id="next-steps">Next Steps</h2>
        <ol>
          {nextSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section className={styles.panel} aria-labelledby="pictures">
        <h2 id="pictures">Show Your Place</h2>
        <p>Travelers look at the rooms and the view first. Add up to 12 pictures.</p>
        <p>
          <ButtonLink to={`/dashboard/listings/${data.databaseId}?act=pictures`} variant="quiet">
            Add Pictures
          </ButtonLink>
        </p>
      </section>
      <div className={`flex gap-3 sticky on-paper ${styles.bar}`}>
        <ButtonLink to="/dashboard" variant="quiet" size="large">
          View Dashboard
        </ButtonLink>
        <ButtonLink to="/dashboard" variant="main" size="large">
          Finish
        </ButtonLink>
      </div>
    </div>
  );
}

interface ContractStepProps {
  listing: ListedSteps_listing$data;
  upload: PageUpload;
}

const reasons = [
  'Verifies your legal ownership of the timeshare',
  'Prevents unauthorised listings of what is yours',
  'Is required for escrow when you sell',
  'Builds trust with the people who rent or buy',
];

function ContractStep({ listing: data, upload }: ContractStepProps) {
  return (
    <div className="stack gap-5">
      <ListingCaption listing={data} />
      <section className={styles.panel} aria-labelledby="why-upload">
        <h2 id="why-upload">Why upload your contract?</h2>
        <ul className={`stack gap-3 ${styles.reasons}`}>
          {reasons.map((reason) => (
            <li key={reason} className="icon-and-text gap-3 middle">
              <Icon name="check" size={20} />
              {reason}
            </li>
          ))}
        </ul>
        <p className="icon-and-text gap-3 middle soft text-15-5">
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
          variant="main"
          size="large"
          endIcon={<Icon name="arrowRight" size={20} />}
        >
          Continue
        </ButtonLink>
      </div>
    </div>
  );
}

function ListingCaption({
  listing: { title, resort, availableFrom, availableTo },
}: {
  listing: ListedSteps_listing$data;
}) {
  return (
    <div className={`icon-and-text gap-4 middle ${styles.caption}`}>
      <img src={resort.imageUrl} alt="" width={120} height={80} />
      <div>
        <p className="text-19 semibold breaks tight">{title}</p>
        <p className="soft">{resort.name}</p>
        <p className="soft">{formatStay(availableFrom, availableTo)}</p>
      </div>
    </div>
  );
}
