import type { SavedSearchList_viewer$key } from '#web/__generated__/SavedSearchList_viewer.graphql.ts';
import { FormDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { SavedSearchList } from './SavedSearchList.tsx';

interface SavedSearchesDialogProps extends DialogState {
  viewer: SavedSearchList_viewer$key;
}

export default function SavedSearchesDialog({ viewer, ...dialog }: SavedSearchesDialogProps) {
  return (
    <FormDialog title="Saved Searches" isWide {...dialog}>
      <SavedSearchList viewer={viewer} />
    </FormDialog>
  );
}
