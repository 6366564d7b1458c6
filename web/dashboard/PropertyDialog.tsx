import { FormDialog, type DialogState } from '../ui/dialogs/FormDialog.tsx';
import { PropertyForm } from '../inquiries/PropertyForm.tsx';

export default function PropertyDialog(props: DialogState) {
  return (
    <FormDialog title="Submit Your Property" isWide {...props}>
      <PropertyForm motivation="SELL_OR_RENT" />
    </FormDialog>
  );
}
