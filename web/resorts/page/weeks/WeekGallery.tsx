import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { WeekGalleryQuery } from '#web/__generated__/WeekGalleryQuery.graphql.ts';
import type { DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import PictureGallery from '#web/pictures/PictureGallery.tsx';

interface WeekGalleryProps extends DialogState {
  id: string;
  title: string;
}

export default function WeekGallery({ id, ...gallery }: WeekGalleryProps) {
  const { node } = useLazyLoadQuery<WeekGalleryQuery>(
    graphql`
      query WeekGalleryQuery($id: ID!) {
        node(id: $id) {
          ... on Listing {
            pictures {
              ...PictureGallery_pictures
            }
          }
        }
      }
    `,
    { id },
  );
  return node?.pictures && <PictureGallery pictures={node.pictures} first={0} {...gallery} />;
}
