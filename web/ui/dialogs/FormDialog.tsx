import { Dialog } from '../material/Dialog.ts';
import { IconButton } from '../basics/IconButton.tsx';
import { createContext, useContext, useId, useRef, type ReactNode } from 'react';
import styles from './FormDialog.module.css';
import { Icon } from '../basics/Icon.tsx';
import { showToast, type NewToast } from '../feedback/toastStore.ts';
import { useLeaveGuard } from './useLeaveGuard.tsx';

type FinishDialog = (toast: NewToast) => void;

interface DialogControls {
  finish: FinishDialog;
  close: () => void;
  discard: () => void;
}

const ControlsContext = createContext<DialogControls>({
  finish: showToast,
  close: () => undefined,
  discard: () => undefined,
});

/** For the form inside: closes the dialog and shows a toast. */
export const useFinishDialog = (): FinishDialog => useContext(ControlsContext).finish;

/** For the form inside: closes the dialog, after a question if there is unsaved work. */
export const useCloseDialog = (): (() => void) => useContext(ControlsContext).close;

/** For the form inside: closes the dialog without a question and discards unsaved work. */
export const useDiscardDialog = (): (() => void) => useContext(ControlsContext).discard;

export interface DialogState {
  isOpen: boolean;
  onClose: () => void;
  /** Element that gets the focus on close if the dialog was open on page load. */
  focusAfter: () => HTMLElement | null;
}

interface FormDialogProps extends DialogState {
  title: string;
  /** For more than a few short fields. */
  isWide?: boolean;
  /** Mounted anew each time the dialog opens. */
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, isOpen, onClose, focusAfter, isWide = false, children } = props;
  const titleId = useId();
  const isGone = useRef(false);
  const toast = useRef<NewToast>(undefined);
  const { leave, release, restore, guard } = useLeaveGuard();
  const close = () => leave(onClose);
  const discard = () => {
    release();
    onClose();
  };

  // An open dialog hides the page behind it, including toasts, from screen readers.
  const finish: FinishDialog = (newToast) => {
    if (isGone.current) {
      showToast(newToast);
      return;
    }
    toast.current = newToast;
    discard();
  };
  const onEnter = () => {
    isGone.current = false;
    restore();
  };
  const onExited = () => {
    isGone.current = true;
    // Without an opener, the focus is still in the closing dialog.
    const focused = document.activeElement;
    if (focused === document.body || focused?.closest('[role="dialog"]')) focusAfter()?.focus();
    if (toast.current) showToast(toast.current);
    toast.current = undefined;
  };

  return (
    <Dialog
      open={isOpen}
      onClose={close}
      aria-labelledby={titleId}
      maxWidth={isWide ? 'sm' : 'xs'}
      fullWidth
      slotProps={{
        paper: { className: styles.paper },
        transition: { onEnter, onExited },
      }}
    >
      <div className={`stack gap-3 ${styles.dialog}`}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton aria-label="Close" onClick={close}>
            <Icon name="close" />
          </IconButton>
        </div>
        <ControlsContext value={{ finish, close, discard }}>{guard(children)}</ControlsContext>
      </div>
    </Dialog>
  );
}
