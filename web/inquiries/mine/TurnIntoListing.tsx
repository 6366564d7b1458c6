import { graphql, useFragment } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { TurnIntoListing_inquiry$key } from '#web/__generated__/TurnIntoListing_inquiry.graphql.ts';
import type { TurnIntoListing_viewer$key } from '#web/__generated__/TurnIntoListing_viewer.graphql.ts';
import type { TurnIntoListingMutation } from '#web/__generated__/TurnIntoListingMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { DialogButton } from '#web/ui/dialogs/DialogButton.tsx';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';

interface TurnIntoListingProps {
  inquiry: TurnIntoListing_inquiry$key;
  viewer: TurnIntoListing_viewer$key;
}

const formPath = '/create-listing';
const label = 'Turn It into a Listing';
const fallback = 'The listing could not be begun. Please try again';

/** The way from a submitted property to its listing: begins it, continues it or shows it. */
export function TurnIntoListing({ inquiry, viewer }: TurnIntoListingProps) {
  const data = useFragment<TurnIntoListing_inquiry$key>(inquiryFragment, inquiry);
  const { listingDraft } = useFragment<TurnIntoListing_viewer$key>(viewerFragment, viewer);
  const [fillDraft] = useCommand<TurnIntoListingMutation>(turnIntoListingMutation);
  const navigate = useNavigate();
  const turn = async () => {
    const draftVersion = listingDraft?.version ?? 0;
    await fillDraft({ input: { inquiryId: data.databaseId, draftVersion } });
    await navigate(formPath);
    return undefined;
  };
  if (data.listing) {
    return (
      <ButtonLink to={`/dashboard/listings/${data.listing.databaseId}`} variant="main">
        See the Listing
      </ButtonLink>
    );
  }
  if (!data.canBeListed) return null;
  if (data.hasDraft) {
    return (
      <ButtonLink to={formPath} variant="main">
        Continue the Listing
      </ButtonLink>
    );
  }
  if (!listingDraft) {
    return (
      <ActionButton variant="main" run={turn} failed="Listing not begun" fallback={fallback}>
        {label}
      </ActionButton>
    );
  }
  return (
    <DialogButton label={label} name="turn" title="Replace Your Draft?">
      <ConfirmForm
        label="Replace My Draft"
        busyLabel="Replacing it…"
        color="error"
        cancelLabel="Keep My Draft"
        run={turn}
        fallbackMessage={fallback}
      >
        <p>
          You have begun another listing
          {listingDraft.title && (
            <>
              , <strong>“{listingDraft.title}”</strong>
            </>
          )}
          , saved <LocalTime instant={listingDraft.updatedAt} />. You can only have one draft, so
          what you filled in there is deleted. This cannot be undone.
        </p>
      </ConfirmForm>
    </DialogButton>
  );
}

const inquiryFragment = graphql`
  fragment TurnIntoListing_inquiry on PropertyInquiry {
    databaseId
    canBeListed
    hasDraft
    listing {
      databaseId
    }
  }
`;

const viewerFragment = graphql`
  fragment TurnIntoListing_viewer on User {
    listingDraft {
      version
      title
      updatedAt
    }
  }
`;

const turnIntoListingMutation = graphql`
  mutation TurnIntoListingMutation($input: DraftSubmittedPropertyInput!) {
    draftSubmittedProperty(input: $input) {
      ... on DraftSubmittedPropertyPayload {
        inquiry {
          status
          ...TurnIntoListing_inquiry
        }
        viewer {
          ...TurnIntoListing_viewer
          ...listingDraftLoader_viewer
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
