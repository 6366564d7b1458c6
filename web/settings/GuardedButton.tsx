import { Button, type ButtonProps } from '../ui/basics/Button.tsx';
import styles from './Settings.module.css';

interface GuardedButtonProps extends Omit<ButtonProps, 'disabled' | 'onClick'> {
  /** Looks disabled and is announced as such, but keeps the focus and can explain why. */
  isBlocked: boolean;
  onClick: () => void;
  onBlocked?: () => void;
}

export function GuardedButton(props: GuardedButtonProps) {
  const { isBlocked, onClick, onBlocked, ...button } = props;
  return (
    <Button
      {...button}
      className={isBlocked ? styles.blocked : undefined}
      aria-disabled={isBlocked}
      onClick={isBlocked ? onBlocked : onClick}
    />
  );
}
