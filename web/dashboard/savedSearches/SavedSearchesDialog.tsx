import { graphql, useFragment } from 'react-relay/hooks';
import type { SavedSearchesDialog_viewer$key } from '#web/__generated__/SavedSearchesDialog_viewer.graphql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { SavedSearchList } from './SavedSearchList.tsx';

interface SavedSearchesDialogProps {
  viewer: SavedSearchesDialog_viewer$key;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function SavedSearchesDialog({ viewer, ...dialog }: SavedSearchesDialogProps) {
  const user = useFragment<SavedSearchesDialog_viewer$key>(
    graphql`
      fragment SavedSearchesDialog_viewer on User {
        ...SavedSearchList_viewer
      }
    `,
    viewer,
  );
  return (
    <FormDialog title="Saved Searches" isWide {...dialog}>
      <SavedSearchList viewer={user} />
    </FormDialog>
  );
}
