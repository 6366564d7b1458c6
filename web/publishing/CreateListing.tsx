import { useState } from 'react';
import { flushSync } from 'react-dom';
import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingTerms_query$key } from '../__generated__/BookingTerms_query.graphql.ts';
import type { CreateListing_viewer$key } from '../__generated__/CreateListing_viewer.graphql.ts';
import type { CreateListingDiscardMutation } from '../__generated__/CreateListingDiscardMutation.graphql.ts';
import { showToast } from '../ui/feedback/toastStore.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '../relay/useMutation.ts';
import { ListingForm } from './ListingForm.tsx';
import { noDraft, useStoredDraft } from './draft/listingDraftLoader.ts';
import type { PageUpload } from './contract/pageUpload.ts';
import { useListingDraft } from './draft/useListingDraft.ts';

interface CreateListingProps {
  viewer: CreateListing_viewer$key;
  terms: BookingTerms_query$key;
  upload: PageUpload;
}

export function CreateListing({ viewer, terms, upload }: CreateListingProps) {
  const user = useFragment<CreateListing_viewer$key>(
    graphql`
      fragment CreateListing_viewer on User {
        ...listingDraftLoader_viewer
      }
    `,
    viewer,
  );
  const stored = useStoredDraft(user);
  // The initial values of the form; later saves do not change them.
  const [start, setStart] = useState({ draft: stored, attempt: 0 });
  const draft = useListingDraft(stored.version);
  const [discardDraft] = useMutation<CreateListingDiscardMutation>(graphql`
    mutation CreateListingDiscardMutation {
      discardListingDraft {
        ... on DiscardListingDraftPayload {
          viewer {
            ...listingDraftLoader_viewer
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);

  const discard = async () => {
    await draft.saver.stop();
    try {
      const { discardListingDraft: answer } = await discardDraft({});
      assertAccepted(answer);
      draft.saver.restart();
      flushSync(() => {
        upload.forget();
        setStart(({ attempt }) => ({ draft: noDraft, attempt: attempt + 1 }));
      });
      // The focused button is gone.
      document.getElementById('main')?.focus();
      showToast({ title: 'Draft discarded' });
    } catch (error) {
      draft.saver.resume();
      showToast({
        title: 'Failed to discard draft. Please try again.',
        ...(error instanceof Error && { description: error.message }),
        variant: 'destructive',
      });
    }
  };

  return (
    <ListingForm
      key={start.attempt}
      start={start.draft}
      draft={draft}
      upload={upload}
      onDiscard={discard}
      terms={terms}
    />
  );
}
