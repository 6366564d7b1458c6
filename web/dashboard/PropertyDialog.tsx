import { FormDialog } from '../ui/dialogs/FormDialog.tsx';
import { PropertyForm } from '../inquiries/PropertyForm.tsx';

interface PropertyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function PropertyDialog(props: PropertyDialogProps) {
  return (
    <FormDialog title="Submit Your Property" isWide {...props}>
      <PropertyForm motivation="SELL_OR_RENT" />
    </FormDialog>
  );
}
