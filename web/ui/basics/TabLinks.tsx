import { Link } from 'react-router-dom';
import styles from './TabLinks.module.css';

interface TabLinksProps {
  label: string;
  tabs: readonly { label: string; to: string; isCurrent: boolean }[];
}

/** Parts of a page, each with its own URL. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} preventScrollReset aria-current={tab.isCurrent ? 'page' : undefined}>
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
