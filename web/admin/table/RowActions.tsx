import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { Drawing, Icon } from '#web/ui/basics/Icon.tsx';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';

interface RowActionsProps {
  /** Name of the row, for the labels of the buttons. */
  name: string;
  /** Plain id, by which a closing dialog finds the button to focus. */
  id: string;
  onEdit: () => void;
  /** Opens the pictures of a resort; no button without it. */
  onPictures?: (() => void) | undefined;
  /** Signs a user out everywhere; no button without it. */
  onSignOut?: (() => void) | undefined;
  onDelete: () => void;
  /** Why the row can't be deleted; undefined if it can. */
  keptBecause?: string | undefined;
}

export function RowActions({
  name,
  id,
  onEdit,
  onPictures,
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
      {onPictures && (
        <Tooltip text={`Pictures of ${name}`} isInName>
          <IconButton
            id={openerId('pictures', id)}
            aria-label={`Pictures of ${name}`}
            aria-haspopup="dialog"
            onClick={onPictures}
          >
            <Drawing path={camera} size={22} />
          </IconButton>
        </Tooltip>
      )}
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

/** Id of the button that opens a dialog and gets the focus back. */
export const openerId = (dialog: string, id = ''): string => `open-${dialog}-${id}`;

const camera =
  'M4 8h3.2l1.6-2.5h6.4L16.8 8H20v11.5H4zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z';
