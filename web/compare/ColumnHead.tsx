import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { ColumnHead_listing$key } from '../__generated__/ColumnHead_listing.graphql.ts';
import { pictureSizes } from '../resorts/pictureSizes.ts';
import { Icon } from '../ui/basics/Icon.tsx';
import styles from './ComparisonTable.module.css';

interface ColumnHeadProps {
  listing: ColumnHead_listing$key;
  what: string;
  name: string;
  path: string;
  onRemove: () => void;
}

export function ColumnHead({ listing, what, name, path, onRemove }: ColumnHeadProps) {
  const { resort } = useFragment<ColumnHead_listing$key>(
    graphql`
      fragment ColumnHead_listing on Listing {
        resort {
          name
          location
          imageUrl
        }
      }
    `,
    listing,
  );
  return (
    <div className={`stack gap-2px to-left relative ${styles.head}`}>
      <img
        {...pictureSizes(resort.imageUrl, '240px')}
        alt=""
        width="600"
        height="400"
        decoding="async"
      />
      <button
        type="button"
        className={`plain-button disc absolute ${styles.remove}`}
        onClick={onRemove}
      >
        <Icon name="close" size={20} />
        <span className="visuallyHidden">Remove {name}</span>
      </button>
      <Link to={path}>{resort.name}</Link>
      <span className="teal semibold">{what}</span>
      <span className="quiet regular">{resort.location}</span>
    </div>
  );
}
