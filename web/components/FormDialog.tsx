import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { useId, useRef, type ReactNode } from 'react';
import styles from './FormDialog.module.css';
import { Icon } from './Icon.tsx';
import { showToast, type NewToast } from './toastStore.ts';

export type FinishDialog = (toast: NewToast) => void;

interface FormDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Where the focus goes when the dialog was open from the start, and so has no opener. */
  focusAfter: () => HTMLElement | null;
  /** Made anew each time the dialog opens; `finish` closes it and says what was done. */
  children: (finish: FinishDialog) => ReactNode;
}

export function FormDialog({ title, isOpen, onClose, focusAfter, children }: FormDialogProps) {
  const titleId = useId();
  const isGone = useRef(false);
  const toast = useRef<NewToast>(undefined);

  // While a dialog is there the page behind it is silent, toasts included.
  const finish: FinishDialog = (newToast) => {
    if (isGone.current) {
      showToast(newToast);
      return;
    }
    toast.current = newToast;
    onClose();
  };
  const onExited = () => {
    isGone.current = true;
    if (document.activeElement === document.body) focusAfter()?.focus();
    if (toast.current) showToast(toast.current);
    toast.current = undefined;
  };

  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
      slotProps={{ transition: { onEnter: () => (isGone.current = false), onExited } }}
    >
      <div className={styles.dialog}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </div>
        {children(finish)}
      </div>
    </Dialog>
  );
}
