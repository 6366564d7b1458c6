import { graphql, useFragment } from 'react-relay/hooks';
import type { FromTheOwner_listing$key } from '../__generated__/FromTheOwner_listing.graphql.ts';
import { Icon } from '../ui/basics/Icon.tsx';
import styles from './FromTheOwner.module.css';

const longest = 300;

export function FromTheOwner({ listing }: { listing: FromTheOwner_listing$key }) {
  const { description, source } = useFragment<FromTheOwner_listing$key>(
    graphql`
      fragment FromTheOwner_listing on Listing {
        description
        source
      }
    `,
    listing,
  );
  if (source != null || description.trim() === '') return null;
  return (
    <details className={styles.owner} open={description.length <= longest}>
      <summary className="row gap-2 between target semibold clickable">
        From the owner
        <Icon name="arrowDown" size={20} />
      </summary>
      <p className="breaks pre-line">{description}</p>
    </details>
  );
}
