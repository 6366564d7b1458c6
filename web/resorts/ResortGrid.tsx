import { Children, type ReactNode } from 'react';
import styles from './ResortGrid.module.css';

interface ResortGridProps {
  /** On phones: `row` scrolls sideways, `stack` runs down the page. */
  onPhones?: 'row' | 'stack';
  isLarge?: boolean;
  isPlaceholder?: boolean;
  children: ReactNode;
}

export function ResortGrid(props: ResortGridProps) {
  const { onPhones = 'stack', isLarge = false, isPlaceholder = false, children } = props;
  return (
    <ul
      className={`${onPhones === 'row' ? styles.row : styles.grid} ${isLarge ? styles.large : ''}`}
      aria-hidden={isPlaceholder || undefined}
    >
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </ul>
  );
}
