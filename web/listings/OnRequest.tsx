import { Icon } from '../ui/basics/Icon.tsx';
import styles from './OnRequest.module.css';

export const onRequest = 'On request, answered within 24 hours';

export const OnRequest = ({ isInstant }: { isInstant: boolean }) =>
  isInstant ? null : (
    <p className={styles.request}>
      <Icon name="chat" size={18} />
      {onRequest}
    </p>
  );
