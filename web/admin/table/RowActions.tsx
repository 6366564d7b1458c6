import { Drawing, Icon } from '#web/ui/basics/Icon.tsx';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import type { Table } from './useTable.ts';

interface RowActionsProps {
  /** Name of the row, for the labels of the buttons. */
  name: string;
  /** Plain id, by which a closing dialog finds the button to focus. */
  id: string;
  opener: Table['opener'];
  actions: readonly (keyof typeof looks)[];
  /** Why the row can't be deleted; undefined if it can. */
  keptBecause?: string | undefined;
}

export function RowActions({ name, id, opener, actions, keptBecause }: RowActionsProps) {
  return actions.map((action) => {
    const label = looks[action].labelOf(name);
    const obstacle = action === 'delete' ? keptBecause : undefined;
    return (
      <Tooltip key={action} text={obstacle ?? label} isInName>
        <IconButton
          {...opener(action, id)}
          aria-label={obstacle === undefined ? label : `${label}: ${obstacle}`}
          disabled={obstacle !== undefined}
        >
          {action === 'pictures' ? (
            <Drawing path={camera} size={22} />
          ) : (
            <Icon name={looks[action].icon} />
          )}
        </IconButton>
      </Tooltip>
    );
  });
}

const looks = {
  edit: { labelOf: (name: string) => `Edit ${name}`, icon: 'pencil' },
  pictures: { labelOf: (name: string) => `Pictures of ${name}`, icon: undefined },
  owning: { labelOf: (name: string) => `Costs of owning at ${name}`, icon: 'key' },
  'sign-out': { labelOf: (name: string) => `Sign out ${name} everywhere`, icon: 'lock' },
  delete: { labelOf: (name: string) => `Delete ${name}`, icon: 'trash' },
} as const;

const camera =
  'M4 8h3.2l1.6-2.5h6.4L16.8 8H20v11.5H4zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z';
