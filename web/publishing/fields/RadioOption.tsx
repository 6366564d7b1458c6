import type { ComponentProps, ReactNode } from 'react';
import styles from '../CreateListing.module.css';

interface RadioOptionProps extends ComponentProps<'input'> {
  label: ReactNode;
}

export const RadioOption = ({ label, children, ...input }: RadioOptionProps) => (
  <label className={styles.option}>
    <input type="radio" {...input} />
    <span>
      {label}
      {children}
    </span>
  </label>
);
