import type { ReactNode } from 'react';
import styles from '../dialogs/FormDialog.module.css';

/** The buttons at the end of a form. In a dialog they stay visible while the rest scrolls. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={`cluster gap-3 whole-row ${styles.actions}`}>{children}</div>;
}
