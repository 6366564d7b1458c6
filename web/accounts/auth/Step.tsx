import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { FormFailure } from '#web/ui/forms/Form.tsx';
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
      <span className={`disc on-foam ${styles.stepIcon}`}>
        <Icon name={icon} size={30} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

interface ConfirmStepProps {
  title: string;
  words: string;
  failure: string | undefined;
  isPending: boolean;
  onConfirm: () => void;
  children: string;
}

/** The step before a mailed link has an effect: programs that scan mail open links too. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { title, words, failure, isPending, onConfirm, children } = props;
  return (
    <Step icon="mail" title={title}>
      <p>{words}</p>
      <FormFailure message={failure} />
      <Button
        variant="main"
        size="large"
        aria-busy={isPending}
        onClick={isPending ? undefined : onConfirm}
      >
        {isPending ? 'Confirming…' : children}
      </Button>
    </Step>
  );
}

export function Onward({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <ButtonLink
      to={isSignedIn ? '/dashboard' : '/auth?mode=signin'}
      variant="contained"
      size="large"
    >
      {isSignedIn ? 'Go to Dashboard' : 'Sign In'}
    </ButtonLink>
  );
}
