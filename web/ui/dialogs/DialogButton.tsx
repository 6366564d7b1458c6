import { useRef } from 'react';
import { Button, type ButtonProps } from '../basics/Button.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useAddressDialog } from './useAddressDialog.ts';

interface DialogButtonProps extends ButtonProps {
  label: string;
  /** In the URL. */
  name: string;
  title: string;
  isWide?: boolean;
}

/** A button and the dialog that it opens, which is kept in the page's URL. */
export function DialogButton(props: DialogButtonProps) {
  const { label, name, title, isWide = false, children, ...button } = props;
  const { shown, open, close } = useAddressDialog([name]);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        variant="main"
        {...button}
        ref={opener}
        aria-haspopup="dialog"
        onClick={() => open(name)}
      >
        {label}
      </Button>
      <FormDialog
        title={title}
        isWide={isWide}
        isOpen={shown === name}
        onClose={close}
        focusAfter={() => opener.current}
      >
        {children}
      </FormDialog>
    </>
  );
}
