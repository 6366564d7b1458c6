import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';

const acts = ['withdraw', 'relist', 'answer', 'document', 'calendar', 'pictures'] as const;

export type ListingActName = (typeof acts)[number];

export function useListingAct() {
  const { shown, open, close } = useAddressDialog(acts, 'act');
  return {
    shown,
    close,
    opener: (name: ListingActName) => ({
      'data-opens': name,
      'aria-haspopup': 'dialog' as const,
      onClick: () => open(name),
    }),
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
