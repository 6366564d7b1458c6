import { lazy, Suspense, useState } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import type { createListingPageLoaderQuery } from '../__generated__/createListingPageLoaderQuery.graphql.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { PageMeta } from '../page/PageMeta.tsx';
import {
  noUpload,
  type UploadedContract,
  type UploadState,
} from '../listings/upload/uploadState.ts';
import { useAddressDialog } from '../ui/dialogs/useAddressDialog.ts';
import { useSeen } from '../ui/dialogs/useSeen.ts';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { contractButtonId } from './contract/ContractButton.tsx';
import { CreateListing } from './CreateListing.tsx';
import { CreateListingFrame } from './CreateListingFrame.tsx';
import { createListingPageQuery, type CreateListingPageData } from './createListingPageLoader.ts';
import { CreateListingSkeleton } from './CreateListingSkeleton.tsx';
import { ListedSteps } from './steps/ListedSteps.tsx';
import { stepIn } from './steps/listingSteps.ts';
import { loadUploadDialog } from './contract/loadUploadDialog.ts';
import type { PageUpload } from './contract/pageUpload.ts';

export { loadCreateListingPage as loadPage } from './createListingPageLoader.ts';

const ContractUploadDialog = lazy(() =>
  loadUploadDialog().then(({ ContractUploadDialog: Dialog }) => ({ default: Dialog })),
);

const dialogs = ['upload'] as const;

export function Page() {
  const data = useLoaderData<CreateListingPageData>();
  const { step, listingId } = stepIn(useLocation().search);
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
      <Suspense fallback={<CreateListingSkeleton />}>
        <Steps data={data} upload={upload} />
      </Suspense>
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

interface StepsProps {
  data: CreateListingPageData;
  upload: PageUpload;
}

function Steps({ data, upload }: StepsProps) {
  const query = useOwnedPreloadedQuery<createListingPageLoaderQuery>(
    createListingPageQuery,
    data.reference,
  );
  const { site, viewer } = query;
  return (
    <>
      <PageMeta
        title={`List Your Timeshare | ${site.title}`}
        description="List your timeshare week for rent or sale, with secure contract verification and escrow protection."
        canonicalPath="/create-listing"
      />
      {viewer?.newListing ? (
        <CreateListing viewer={viewer.newListing} terms={query} upload={upload} />
      ) : viewer?.listing ? (
        <ListedSteps listing={viewer.listing} upload={upload} />
      ) : (
        <NoSuchListing />
      )}
    </>
  );
}

function NoSuchListing() {
  return (
    <EmptyState
      title="Listing not found"
      action={
        <ButtonLink to="/dashboard" variant="contained" color="secondary" size="large">
          View Dashboard
        </ButtonLink>
      }
    >
      <p>It isn&apos;t one of your listings any more. Your dashboard shows those you have.</p>
    </EmptyState>
  );
}
