import { useRef, useState } from 'react';

/** State of a dialog whose code is loaded when its button is pointed at. @param load Loads it. */
export function useLazyDialog(load: () => Promise<unknown>) {
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused');
  const button = useRef<HTMLButtonElement>(null);
  return {
    button: {
      ref: button,
      'aria-haspopup': 'dialog' as const,
      onPointerEnter: () => void load(),
      onClick: () => setDialog('open'),
    },
    /** Props of the dialog; undefined until it is first opened. */
    dialog:
      dialog === 'unused'
        ? undefined
        : {
            isOpen: dialog === 'open',
            onClose: () => setDialog('closed'),
            focusAfter: () => button.current,
          },
  };
}
