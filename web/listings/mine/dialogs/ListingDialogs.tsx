import { lazy, Suspense } from 'react';
import { graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks';
import type { ListingDialogs_listing$key } from '#web/__generated__/ListingDialogs_listing.graphql.ts';
import myListingPageQuery, {
  type MyListingPageQuery,
} from '#web/__generated__/MyListingPageQuery.graphql.ts';
import { refetch } from '#web/relay/refetch.ts';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import type { ListingAct } from '../useListingAct.ts';

const AnswerForm = lazy(() => import('./AnswerForm.tsx'));
const ContractUploadDialog = lazy(() =>
  import('#web/listings/upload/ContractUploadDialog.tsx').then((module) => ({
    default: module.ContractUploadDialog,
  })),
);
const PictureEditor = lazy(() => import('#web/pictures/editor/PictureEditor.tsx'));
const RelistForm = lazy(() => import('./RelistForm.tsx'));
const RenewCalendarForm = lazy(() => import('./RenewCalendarForm.tsx'));
const WithdrawForm = lazy(() => import('./WithdrawForm.tsx'));

interface ListingDialogsProps {
  listing: ListingDialogs_listing$key;
  onCalendarUrl: (calendarUrl: string) => void;
  act: ListingAct;
}

export function ListingDialogs({ listing, onCalendarUrl, act }: ListingDialogsProps) {
  const data = useFragment<ListingDialogs_listing$key>(
    graphql`
      fragment ListingDialogs_listing on OwnListing {
        databaseId
        status
        verificationStatus
        pictures {
          ...PictureEditor_pictures
        }
        ...AnswerForm_listing
        ...RelistForm_listing
        ...RenewCalendarForm_listing
        ...WithdrawForm_listing
      }
    `,
    listing,
  );
  const environment = useRelayEnvironment();
  const seen = useSeen(act.shown);
  /** Refetches the facts of the contract and the history after an upload. */
  const loadAgain = () =>
    void refetch<MyListingPageQuery>(environment, myListingPageQuery, { id: data.databaseId });
  const isAsked = data.status === 'MORE_INFORMATION';
  return (
    <>
      {seen.includes('withdraw') && (
        <FormDialog title="Withdraw this listing?" {...act.dialog('withdraw')}>
          <Suspense fallback={null}>
            <WithdrawForm listing={data} />
          </Suspense>
        </FormDialog>
      )}
      {seen.includes('relist') && (
        <FormDialog title="List it again?" {...act.dialog('relist')}>
          <Suspense fallback={null}>
            <RelistForm listing={data} />
          </Suspense>
        </FormDialog>
      )}
      {seen.includes('answer') && (
        <FormDialog
          title={isAsked ? 'Answer the question' : 'Ask for another look'}
          isWide
          {...act.dialog('answer')}
        >
          <Suspense fallback={null}>
            <AnswerForm listing={data} />
          </Suspense>
        </FormDialog>
      )}
      {seen.includes('calendar') && (
        <FormDialog title="Make a new calendar link?" {...act.dialog('calendar')}>
          <Suspense fallback={null}>
            <RenewCalendarForm listing={data} onCalendarUrl={onCalendarUrl} />
          </Suspense>
        </FormDialog>
      )}
      {seen.includes('pictures') && (
        <FormDialog title="Pictures" isWide {...act.dialog('pictures')}>
          <Suspense fallback={<Skeleton height="220px" radius="14px" />}>
            <PictureEditor
              subject={{ listingId: data.databaseId }}
              pictures={data.pictures}
              isPublic={data.verificationStatus === 'VERIFIED'}
            />
          </Suspense>
        </FormDialog>
      )}
      {seen.includes('document') && (
        <Suspense fallback={null}>
          <ContractUploadDialog
            listingId={data.databaseId}
            onUploaded={loadAgain}
            {...act.dialog('document')}
          />
        </Suspense>
      )}
    </>
  );
}
