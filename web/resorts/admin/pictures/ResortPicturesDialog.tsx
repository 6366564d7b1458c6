import { lazy, Suspense } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { ResortPicturesDialogQuery } from '#web/__generated__/ResortPicturesDialogQuery.graphql.ts';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import type { ResortRow } from '../resortForms.ts';

const PictureEditor = lazy(() => import('#web/pictures/editor/PictureEditor.tsx'));

export default function ResortPicturesDialog(props: RowDialogProps<ResortRow>) {
  const { row: resort } = props;
  return (
    <FormDialog title={`Pictures of ${resort?.name ?? 'the resort'}`} isWide {...props}>
      <Suspense fallback={<Skeleton height="220px" radius="14px" />}>
        {resort && <ResortPictures resortId={resort.databaseId} />}
      </Suspense>
    </FormDialog>
  );
}

function ResortPictures({ resortId }: { resortId: string }) {
  const { resort } = useLazyLoadQuery<ResortPicturesDialogQuery>(
    graphql`
      query ResortPicturesDialogQuery($id: ID!) {
        resort(id: $id) {
          pictures {
            ...PictureEditor_pictures
          }
        }
      }
    `,
    { id: resortId },
    { fetchPolicy: 'store-and-network' },
  );
  return (
    resort && <PictureEditor subject={{ resortId }} pictures={resort.pictures} isPublic={false} />
  );
}
