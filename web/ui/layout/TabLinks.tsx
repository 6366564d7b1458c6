import { Link } from 'react-router-dom';
import styles from './TabLinks.module.css';

interface TabLinksProps {
  label: string;
  tabs: readonly { label: string; to: string; isCurrent: boolean }[];
}

export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              className={styles.tab}
              ref={tab.isCurrent ? showInRow : undefined}
              to={tab.to}
              preventScrollReset
              aria-current={tab.isCurrent ? 'page' : undefined}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** On phones the row may be longer than the screen. Scrolls the row, not the page. */
function showInRow(tab: HTMLElement | null): void {
  const row = tab?.closest('nav');
  if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
