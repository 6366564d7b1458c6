import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { useNextLocation } from '#web/page/useNextLocation.ts';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { useDialogNavigation } from '#web/ui/dialogs/useAddressDialog.ts';
import { parseTableAddress, tablePath, type TableAddress } from './tableAddress.ts';

interface OpenDialog {
  name: string;
  /** Plain id of the dialog's row; empty if it has none. */
  id: string;
}

interface Opener {
  id: string;
  'aria-haspopup': 'dialog';
  onClick: () => void;
}

export interface Table {
  address: TableAddress;
  isStale: boolean;
  /**
   * Changes search, order or some filters, and goes to the first page. Changes in quick succession
   * add up.
   */
  change: (changes: Partial<Pick<TableAddress, 'search' | 'sort' | 'filters'>>) => void;
  dialog: OpenDialog | undefined;
  openDialog: (name: string, id?: string) => void;
  /** Properties of a button that opens a dialog, and gets the focus back. */
  opener: (dialog: string, id?: string) => Opener;
  closeDialog: () => void;
}

/**
 * An admin table whose search, order, page and dialogs are kept in the URL.
 * @param filterNames URL parameters of the filters.
 */
export function useTable(filterNames: readonly string[] = []): Table {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const navigation = useNavigation();
  const { readNext } = useNextLocation();
  const isHydrated = useHydrated();
  const params = new URLSearchParams(search);
  const address = parseTableAddress(params, filterNames);
  const name = isHydrated ? params.get('dialog') : null;
  const { openAt, closeTo } = useDialogNavigation(name !== null);
  const path = tablePath(pathname, address);
  const openDialog = (dialog: string, id?: string) => {
    const opened = new URLSearchParams(path.split('?')[1] ?? '');
    opened.set('dialog', dialog);
    if (id !== undefined) opened.set('id', id);
    openAt(`${pathname}?${opened}`);
  };
  return {
    address,
    isStale:
      navigation.location?.pathname === pathname &&
      tablePath(
        pathname,
        parseTableAddress(new URLSearchParams(navigation.location.search), filterNames),
      ) !== path,
    change: ({ filters, ...changes }) => {
      const next = readNext();
      const asked =
        next.pathname === pathname
          ? parseTableAddress(new URLSearchParams(next.search), filterNames)
          : address;
      const wanted = {
        ...asked,
        after: null,
        before: null,
        ...changes,
        filters: { ...asked.filters, ...filters },
      };
      void navigate(tablePath(pathname, wanted), {
        preventScrollReset: true,
        // Back undoes a whole search, not single letters.
        replace: asked.search !== '' && changes.search !== undefined && changes.search !== '',
      });
    },
    dialog: name === null ? undefined : { name, id: params.get('id') ?? '' },
    openDialog,
    opener: (dialog, id) => ({
      id: openerId(dialog, id),
      'aria-haspopup': 'dialog',
      onClick: () => openDialog(dialog, id),
    }),
    closeDialog: () => closeTo(path),
  };
}

export const openerId = (dialog: string, id = ''): string => `open-${dialog}-${id}`;
