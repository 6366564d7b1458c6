import { useEffect, useRef, type ReactNode } from 'react';
import { Icon, type IconName } from '#web/ui/basics/Icon.tsx';
import styles from './AuthPage.module.css';

interface StepProps {
  icon: IconName;
  title: string;
  /** Whether the step replaces a previous step; its heading then gets the focus. */
  followsAnother?: boolean;
  children: ReactNode;
}

/** One step of a confirmation or reset by a mailed link: the status and the next action. */
export function Step({ icon, title, followsAnother = false, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (followsAnother) heading.current?.focus();
  }, [followsAnother]);
  return (
    <div className="stack gap-4 to-left">
      <span className={`stack center round on-foam ${styles.stepIcon}`}>
        <Icon name={icon} size={30} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
