import IconButton from '@mui/material/IconButton';
import { Icon } from '../../../ui/basics/Icon.tsx';
import { Tooltip } from '../../../ui/feedback/Tooltip.tsx';

interface RowActionsProps {
  /** Of the row, as people call it. */
  name: string;
  /** Plain id, which the buttons are found by when their dialogs close. */
  id: string;
  onEdit: () => void;
  /** Signs a user out everywhere; only where it is given. */
  onSignOut?: (() => void) | undefined;
  onDelete: () => void;
  /** Why it can't be deleted, where it can't. */
  keptBecause?: string | undefined;
}

/** Edit and delete at the end of a row. */
export function RowActions({
  name,
  id,
  onEdit,
  onSignOut,
  onDelete,
  keptBecause,
}: RowActionsProps) {
  return (
    <>
      <Tooltip text={`Edit ${name}`} isInName>
        <IconButton
          id={openerId('edit', id)}
          aria-label={`Edit ${name}`}
          aria-haspopup="dialog"
          onClick={onEdit}
        >
          <Icon name="pencil" />
        </IconButton>
      </Tooltip>
      {onSignOut && (
        <Tooltip text={`Sign out ${name} everywhere`} isInName>
          <IconButton
            id={openerId('sign-out', id)}
            aria-label={`Sign out ${name} everywhere`}
            aria-haspopup="dialog"
            onClick={onSignOut}
          >
            <Icon name="lock" />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip text={keptBecause ?? `Delete ${name}`} isInName>
        <IconButton
          id={openerId('delete', id)}
          aria-label={`Delete ${name}${keptBecause === undefined ? '' : `: ${keptBecause}`}`}
          aria-haspopup="dialog"
          disabled={keptBecause !== undefined}
          onClick={onDelete}
        >
          <Icon name="trash" />
        </IconButton>
      </Tooltip>
    </>
  );
}

/** Of the button that opens a dialog, which gets the focus back. */
export const openerId = (dialog: string, id = ''): string => `open-${dialog}-${id}`;
