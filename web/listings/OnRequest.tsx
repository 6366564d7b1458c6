import { Icon } from '../ui/basics/Icon.tsx';
import styles from './OnRequest.module.css';
import { answerTime } from '#common/durations.ts';

export const onRequest = `On request, answered within ${answerTime}`;

export const OnRequest = ({ isInstant }: { isInstant: boolean }) =>
  isInstant ? null : (
    <p className={`flex gap-6px at-top text-15 medium ${styles.request}`}>
      <Icon name="chat" size={18} />
      {onRequest}
    </p>
  );
