import { Children, type ReactNode } from 'react';
import styles from './ResortGrid.module.css';

interface ResortGridProps {
  /** On phones: `row` scrolls sideways, `stack` runs down the page. */
  onPhones?: 'row' | 'stack';
  isPlaceholder?: boolean;
  children: ReactNode;
}

export function ResortGrid(props: ResortGridProps) {
  const { onPhones = 'stack', isPlaceholder = false, children } = props;
  return (
    <ul
      className={onPhones === 'row' ? styles.row : styles.grid}
      aria-hidden={isPlaceholder || undefined}
    >
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </ul>
  );
}
