import { createContext, lazy, Suspense, use, useState, type ReactNode } from 'react';
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
import { CreateListingSkeleton } from './CreateListingSkeleton.tsx';
import { draftSaved, useListingDraft } from './draft/useListingDraft.ts';
import { ListedSteps } from './steps/ListedSteps.tsx';
import { stepIn, listingSteps, type ListingStep } from './steps/listingSteps.ts';
import { loadUploadDialog } from './contract/loadUploadDialog.ts';
import { flushSync } from 'react-dom';
import type { BookingTerms_query$key } from '../__generated__/BookingTerms_query.graphql.ts';
import type { CreateListingPage_viewer$key } from '../__generated__/CreateListingPage_viewer.graphql.ts';
import type { CreateListingPageDiscardMutation } from '../__generated__/CreateListingPageDiscardMutation.graphql.ts';
import { showToast } from '../ui/feedback/toastStore.ts';
import { useCommand } from '../relay/useMutation.ts';
import { ListingForm } from './ListingForm.tsx';
import { noDraft, useStoredDraft } from './draft/listingDraftLoader.ts';
import { Link } from 'react-router-dom';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from '#web/publishing/CreateListingFrame.module.css';

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
      link={{ to: '/dashboard', label: 'View Dashboard', variant: 'main' }}
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

function CreateListingFrame({ step, children }: { step: ListingStep; children: ReactNode }) {
  const current = listingSteps.findIndex((each) => each.step === step);
  return (
    <div className={`sections content ${styles.page}`}>
      <header className="stack gap-2 to-left">
        <ButtonLink
          to="/dashboard"
          color="inherit"
          className={styles.back}
          startIcon={<Icon name="arrowLeft" size={20} />}
        >
          Back to Dashboard
        </ButtonLink>
        <h1>List Your Timeshare</h1>
        <p className={`soft text-19 pretty ${styles.lead}`}>
          Create your listing with secure contract verification and escrow protection
        </p>
      </header>
      <ol className={`stack gap-2 ${styles.steps}`} aria-label="Steps">
        {listingSteps.map(({ step: each, label }, index) => (
          <li
            className="row gap-3 soft medium"
            key={each}
            data-state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={`disc on-sand ${styles.number}`}>
              {index < current ? (
                <>
                  <Icon name="check" size={18} />
                  <span className="visuallyHidden">{index + 1}, done:</span>
                </>
              ) : (
                index + 1
              )}
            </span>
            <span className={styles.label}>{label}</span>
          </li>
        ))}
      </ol>
      <div className={`stack gap-6 at-top ${styles.columns}`}>
        <div className="shrink">{children}</div>
        <aside
          className={`gap-4 sticky padding-5 rounded-panel on-foam ${styles.aside}`}
          aria-label="Good to know"
        >
          <h2 className="text-22">
            {step === 'details' ? 'A job of five minutes' : 'Good to know'}
          </h2>
          <ul className="stack gap-4">
            {goodToKnow.slice(step === 'details' ? 0 : 1).map(({ icon, title, text }) => (
              <li key={title} className="icon-and-text gap-3 row-gap-0">
                <Icon name={icon} size={24} />
                <h3>{title}</h3>
                <p className="soft text-15-5">{text}</p>
              </li>
            ))}
          </ul>
          <p>
            Questions? <Link to="/contact">Contact us</Link>
          </p>
        </aside>
      </div>
    </div>
  );
}

const goodToKnow = [
  {
    icon: 'calendar',
    title: 'Have your week at hand',
    text: 'Its dates, or its number: we know how your resort counts.',
  },
  {
    icon: 'lock',
    title: 'Your papers stay private',
    text: 'Only our verification team opens them, and each time is written down.',
  },
  {
    icon: 'shield',
    title: 'Nothing is public yet',
    text: 'Travelers see your listing once we have verified that it is yours.',
  },
] as const;
