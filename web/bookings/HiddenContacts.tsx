import { Icon } from '../ui/basics/Icon.tsx';
import styles from './HiddenContacts.module.css';

interface HiddenContactsProps {
  text: string;
}

export const HiddenContacts = ({ text }: HiddenContactsProps) => (
  <p className={styles.note}>
    <Icon name="lock" size={16} />
    {text.includes('[hidden]')
      ? 'Hidden until the booking is confirmed'
      : 'Contact details are hidden from the other side until the booking is confirmed'}
  </p>
);
