import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Icon } from '../../components/Icon.tsx';
import styles from './Pager.module.css';

interface PagerProps {
  /** What is paged, for screen readers: 'Pages of users'. */
  label: string;
  /** Where the page before begins; undefined on the first. */
  previous: string | undefined;
  /** Where the page after begins; undefined on the last. */
  next: string | undefined;
}

/** Leads to the pages beside this one; nothing where there is only one. */
export function Pager({ label, previous, next }: PagerProps) {
  if (previous === undefined && next === undefined) return null;
  return (
    <nav className={styles.pager} aria-label={label}>
      {previous !== undefined && (
        <ButtonLink
          to={previous}
          variant="outlined"
          color="inherit"
          startIcon={<Icon name="arrowLeft" size={18} />}
        >
          Previous Page
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink
          to={next}
          className={styles.next}
          variant="outlined"
          color="inherit"
          endIcon={<Icon name="arrowRight" size={18} />}
        >
          Next Page
        </ButtonLink>
      )}
    </nav>
  );
}
