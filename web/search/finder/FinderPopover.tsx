import { Button } from '#web/ui/basics/Button.tsx';
import { Popover } from '#web/ui/material/Popover.ts';
import styles from './Finder.module.css';
import { WishFields, type WishFieldsProps } from './WishFields.tsx';

interface FinderPopoverProps extends WishFieldsProps {
  segment: HTMLElement;
  onClose: () => void;
}

const names = { when: 'When', who: 'Who' };

export default function FinderPopover({ segment, onClose, ...fields }: FinderPopoverProps) {
  return (
    <Popover
      open
      anchorEl={segment}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      onClose={onClose}
      slotProps={{
        paper: {
          className: `stack gap-4 margin-top-3 padding-5 rounded-panel shadow ${styles.popover}`,
          role: 'dialog',
          'aria-label': names[fields.step],
        },
      }}
    >
      <WishFields {...fields} />
      <Button variant="contained" onClick={onClose}>
        Done
      </Button>
    </Popover>
  );
}
