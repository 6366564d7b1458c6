import { graphql, useFragment } from 'react-relay/hooks';
import { useParams } from 'react-router-dom';
import type { ReviewDialog_resort$key } from '#web/__generated__/ReviewDialog_resort.graphql.ts';
import type { ReviewDialog_viewer$key } from '#web/__generated__/ReviewDialog_viewer.graphql.ts';
import { ReviewForm } from '#web/reviews/ReviewForm.tsx';
import { FormDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';

interface ReviewDialogProps extends DialogState {
  resort: ReviewDialog_resort$key;
  viewer: ReviewDialog_viewer$key;
}

export default function ReviewDialog({ resort, viewer, ...dialog }: ReviewDialogProps) {
  const { id: pageId } = useParams();
  const place = useFragment<ReviewDialog_resort$key>(
    graphql`
      fragment ReviewDialog_resort on Resort {
        name
        ...ReviewForm_resort
      }
    `,
    resort,
  );
  const { reviewsOf } = useFragment<ReviewDialog_viewer$key>(
    graphql`
      fragment ReviewDialog_viewer on User @argumentDefinitions(resortId: { type: "ID!" }) {
        reviewsOf(resortId: $resortId) {
          ...ReviewForm_review
        }
      }
    `,
    viewer,
  );
  return (
    <FormDialog title="Your Review" {...dialog}>
      <p className="soft">{place.name}</p>
      <ReviewForm place={place} own={reviewsOf[0] ?? null} pageId={pageId} />
    </FormDialog>
  );
}
