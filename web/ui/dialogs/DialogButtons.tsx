import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../basics/Button.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useAddressDialog } from './useAddressDialog.ts';

interface DialogChoice {
  /** In the URL. */
  name: string;
  label: string;
  /** Without its button, an open dialog stays until it is closed. */
  isPossible: boolean;
  look?: ButtonProps;
  isWide?: boolean;
  content: ReactNode;
}

/** Buttons with their dialogs, which change what can be done next. */
export function DialogButtons({ choices }: { choices: readonly DialogChoice[] }) {
  const { shown, open, close } = useAddressDialog(
    choices.map(({ name }) => name),
    'act',
  );
  return (
    <>
      {choices.some(({ isPossible }) => isPossible) && (
        <div className="cluster gap-3 wide-on-phones">
          {choices.map(
            ({ name, label, isPossible, look }) =>
              isPossible && (
                <Button
                  key={name}
                  variant="outlined"
                  color="inherit"
                  {...look}
                  data-opens={name}
                  aria-haspopup="dialog"
                  onClick={() => open(name)}
                >
                  {label}
                </Button>
              ),
          )}
        </div>
      )}
      {choices.map(({ name, label, isWide = false, content }) => (
        <FormDialog
          key={name}
          title={label}
          isWide={isWide}
          isOpen={shown === name}
          onClose={close}
          focusAfter={() =>
            document.querySelector<HTMLElement>(`[data-opens="${name}"]`) ??
            document.querySelector<HTMLElement>('main')
          }
        >
          {content}
        </FormDialog>
      ))}
    </>
  );
}
