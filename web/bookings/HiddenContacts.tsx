import { Icon } from '../ui/basics/Icon.tsx';
import styles from './HiddenContacts.module.css';

interface HiddenContactsProps {
  /** The text above, as shown to the reader. */
  text: string;
}

/**
 * Shown below a text with contact details that are hidden from the reader or from the other side.
 */
export const HiddenContacts = ({ text }: HiddenContactsProps) => (
  <p className={styles.note}>
    <Icon name="lock" size={16} />
    {text.includes('[hidden]')
      ? 'Hidden until the booking is confirmed'
      : 'Contact details are hidden from the other side until the booking is confirmed'}
  </p>
);
