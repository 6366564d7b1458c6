import { useAddressDialog } from '../../ui/dialogs/useAddressDialog.ts';

const acts = ['withdraw', 'relist', 'answer', 'document', 'calendar'] as const;

export type ListingActName = (typeof acts)[number];

/** What the owner is about to do with a listing: the dialog in the address. */
export function useListingAct() {
  const { shown, open, close } = useAddressDialog(acts, 'act');
  return {
    shown,
    close,
    /** What a button that opens a dialog needs. */
    opener: (name: ListingActName) => ({
      'data-opens': name,
      'aria-haspopup': 'dialog' as const,
      onClick: () => open(name),
    }),
    /** What a dialog needs. */
    dialog: (name: ListingActName) => ({
      isOpen: shown === name,
      onClose: close,
      focusAfter: () =>
        document.querySelector<HTMLElement>(`[data-opens=${name}]`) ??
        document.querySelector<HTMLElement>('main'),
    }),
  };
}

export type ListingAct = ReturnType<typeof useListingAct>;
