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

const ContractUploadDialog = lazy(() =>
  import('#web/listings/upload/ContractUploadDialog.tsx').then((module) => ({
    default: module.ContractUploadDialog,
  })),
);
const PictureEditor = lazy(() => import('#web/pictures/editor/PictureEditor.tsx'));
const ListingActForm = lazy(() => import('./ListingActForm.tsx'));

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
        ...ListingActForm_listing
      }
    `,
    listing,
  );
  const environment = useRelayEnvironment();
  const seen = useSeen(act.shown);
  const loadAgain = () =>
    void refetch<MyListingPageQuery>(environment, myListingPageQuery, { id: data.databaseId });
  const titles = {
    withdraw: 'Withdraw this listing?',
    relist: 'List it again?',
    answer: data.status === 'MORE_INFORMATION' ? 'Answer the question' : 'Ask for another look',
    calendar: 'Make a new calendar link?',
  };
  return (
    <>
      {(['withdraw', 'relist', 'answer', 'calendar'] as const).map(
        (name) =>
          seen.includes(name) && (
            <FormDialog
              key={name}
              title={titles[name]}
              isWide={name === 'answer'}
              {...act.dialog(name)}
            >
              <Suspense fallback={null}>
                <ListingActForm name={name} listing={data} onCalendarUrl={onCalendarUrl} />
              </Suspense>
            </FormDialog>
          ),
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
