import { graphql, useFragment } from 'react-relay/hooks';
import type { EscrowStep_listing$key } from '#web/__generated__/EscrowStep_listing.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './ListedSteps.module.css';
import { ListingCaption } from './ListingCaption.tsx';

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

export function EscrowStep({ listing }: { listing: EscrowStep_listing$key }) {
  const data = useFragment<EscrowStep_listing$key>(
    graphql`
      fragment EscrowStep_listing on OwnListing {
        databaseId
        ...ListingCaption_listing
      }
    `,
    listing,
  );
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
            <li key={title}>
              <Icon name={icon} size={28} />
              <h3>{title}</h3>
              <p className="soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.next} aria-labelledby="next-steps">
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
          <ButtonLink
            to={`/dashboard/listings/${data.databaseId}?act=pictures`}
            variant="outlined"
            color="inherit"
          >
            Add Pictures
          </ButtonLink>
        </p>
      </section>
      <div className={`flex gap-3 sticky on-paper ${styles.bar}`}>
        <ButtonLink to="/dashboard" variant="outlined" color="inherit" size="large">
          View Dashboard
        </ButtonLink>
        <ButtonLink to="/dashboard" variant="contained" color="secondary" size="large">
          Finish
        </ButtonLink>
      </div>
    </div>
  );
}
