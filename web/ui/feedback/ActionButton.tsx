import { useState } from 'react';
import { Button, type ButtonProps } from '../basics/Button.tsx';
import { showFailure } from './showFailure.ts';
import { showToast, type NewToast } from './toastStore.ts';

interface ActionButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Resolves to the success message, if any. */
  run: () => Promise<NewToast | undefined>;
  failed: string;
  /** Shown if the failure has no message. */
  fallback?: string;
  busy?: string;
}

export function ActionButton(props: ActionButtonProps) {
  const { run, failed, fallback, busy, children, ...button } = props;
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    setIsBusy(true);
    try {
      const toast = await run();
      if (toast) showToast(toast);
    } catch (error) {
      showFailure(failed, error, fallback);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button {...button} aria-busy={isBusy} onClick={isBusy ? undefined : () => void press()}>
      {(isBusy && busy) || children}
    </Button>
  );
}
