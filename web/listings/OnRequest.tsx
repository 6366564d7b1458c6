import { Icon } from '../ui/basics/Icon.tsx';
import styles from './OnRequest.module.css';

export const onRequest = 'On request, answered within 24 hours';

export const OnRequest = ({ isInstant }: { isInstant: boolean }) =>
  isInstant ? null : (
    <p className={`flex gap-6px at-top text-15 medium ${styles.request}`}>
      <Icon name="chat" size={18} />
      {onRequest}
    </p>
  );
