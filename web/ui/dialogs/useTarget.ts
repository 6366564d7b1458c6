import { useState } from 'react';

/** State of a dialog about one of several objects; the object is kept while the dialog closes. */
export function useTarget<TTarget>(focusAfter: () => HTMLElement | null) {
  const [target, setTarget] = useState<TTarget>();
  const [isOpen, setIsOpen] = useState(false);
  return {
    target,
    open: (about: TTarget) => {
      setTarget(() => about);
      setIsOpen(true);
    },
    dialog: { isOpen, onClose: () => setIsOpen(false), focusAfter },
  };
}
