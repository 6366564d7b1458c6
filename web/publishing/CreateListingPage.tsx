import { createContext, lazy, Suspense, use, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { CreateListingPageQuery } from '../__generated__/CreateListingPageQuery.graphql.ts';
import { definePage, type FrameProps, type MemberPageProps } from '../page/definePage.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import {
  noUpload,
  type UploadedContract,
  type UploadState,
} from '../listings/upload/uploadState.ts';
import { useAddressDialog } from '../ui/dialogs/useAddressDialog.ts';
import { useSeen } from '../ui/dialogs/useSeen.ts';
import { contractButtonId, type PageUpload } from './contract/ContractButton.tsx';
import { CreateListingFrame } from './CreateListingFrame.tsx';
import { CreateListingSkeleton } from './CreateListingSkeleton.tsx';
import { draftSaved, useListingDraft } from './draft/useListingDraft.ts';
import { ListedSteps } from './steps/ListedSteps.tsx';
import { stepIn } from './steps/listingSteps.ts';
import { loadUploadDialog } from './contract/loadUploadDialog.ts';
import { flushSync } from 'react-dom';
import type { BookingTerms_query$key } from '../__generated__/BookingTerms_query.graphql.ts';
import type { CreateListingPage_viewer$key } from '../__generated__/CreateListingPage_viewer.graphql.ts';
import type { CreateListingPageDiscardMutation } from '../__generated__/CreateListingPageDiscardMutation.graphql.ts';
import { showToast } from '../ui/feedback/toastStore.ts';
import { useCommand } from '../relay/useMutation.ts';
import { ListingForm } from './ListingForm.tsx';
import { noDraft, useStoredDraft } from './draft/listingDraftLoader.ts';

const ContractUploadDialog = lazy(() =>
  loadUploadDialog().then(({ ContractUploadDialog: Dialog }) => ({ default: Dialog })),
);

const dialogs = ['upload'] as const;

const PageUploadContext = createContext<PageUpload | null>(null);

export const page = definePage<CreateListingPageQuery>({
  path: '/create-listing',
  access: 'signedIn',
  query: graphql`
    query CreateListingPageQuery($listing: ID!, $isListed: Boolean = false) {
      ...AppShell_query
      ...BookingTerms_query
      viewer {
        ...CreateListingPage_viewer @skip(if: $isListed) @alias(as: "newListing")
        listing(databaseId: $listing) @include(if: $isListed) {
          ...ListedSteps_listing
        }
      }
    }
  `,
  variables: async ({ search }) => {
    const { step, listingId } = stepIn(search);
    await draftSaved();
    return { listing: listingId ?? '', isListed: step !== 'details' };
  },
  fetchPolicy: 'store-or-network',
  meta: {
    title: 'List Your Timeshare',
    description:
      'List your timeshare week for rent or sale, with secure contract verification and escrow protection.',
  },
  frame: CreateListingPageFrame,
  skeleton: <CreateListingSkeleton />,
  component: Steps,
});

function CreateListingPageFrame({ search, children }: FrameProps<CreateListingPageQuery>) {
  const { step, listingId } = stepIn(search);
  const [contract, setContract] = useState<UploadedContract | null>();
  const [state, setState] = useState<UploadState>(noUpload);
  const { shown, open, close } = useAddressDialog(dialogs);
  const isSeen = useSeen(shown).length > 0;
  const upload: PageUpload = {
    contract,
    state,
    open: () => open('upload'),
    forget: () => setContract(null),
  };
  return (
    <CreateListingFrame step={step}>
      <PageUploadContext value={upload}>{children}</PageUploadContext>
      <Suspense fallback={null}>
        {isSeen && (
          <ContractUploadDialog
            listingId={listingId}
            isOpen={shown === 'upload'}
            onClose={close}
            focusAfter={() => document.getElementById(contractButtonId)}
            onUploaded={(uploaded) => {
              // A document for an existing listing is already attached.
              if (listingId === undefined) setContract(uploaded);
            }}
            onChange={setState}
          />
        )}
      </Suspense>
    </CreateListingFrame>
  );
}

function Steps({ data }: MemberPageProps<CreateListingPageQuery>) {
  const upload = use(PageUploadContext);
  const { newListing, listing } = data.viewer;
  if (!upload) return null;
  if (newListing) return <CreateListing viewer={newListing} terms={data} upload={upload} />;
  return listing ? <ListedSteps listing={listing} upload={upload} /> : <NoSuchListing />;
}

function NoSuchListing() {
  return (
    <EmptyState
      title="Listing not found"
      link={{ to: '/dashboard', label: 'View Dashboard', variant: 'main', size: 'large' }}
      text="It isn't one of your listings any more. Your dashboard shows those you have."
    />
  );
}

interface CreateListingProps {
  viewer: CreateListingPage_viewer$key;
  terms: BookingTerms_query$key;
  upload: PageUpload;
}

function CreateListing({ viewer, terms, upload }: CreateListingProps) {
  const user = useFragment<CreateListingPage_viewer$key>(
    graphql`
      fragment CreateListingPage_viewer on User {
        ...listingDraftLoader_viewer
      }
    `,
    viewer,
  );
  const stored = useStoredDraft(user);
  // The initial values of the form; later saves do not change them.
  const [start, setStart] = useState({ draft: stored, attempt: 0 });
  const draft = useListingDraft(stored.version);
  const [discardDraft] = useCommand<CreateListingPageDiscardMutation>(graphql`
    mutation CreateListingPageDiscardMutation {
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
      await discardDraft({});
      draft.saver.restart();
      flushSync(() => {
        upload.forget();
        setStart(({ attempt }) => ({ draft: noDraft, attempt: attempt + 1 }));
      });
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
