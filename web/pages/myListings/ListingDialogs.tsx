import { lazy, Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ListingDialogs_listing$key } from '../../__generated__/ListingDialogs_listing.graphql.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useSeen } from '../../components/useSeen.ts';
import type { ListingAct } from './useListingAct.ts';

const AnswerForm = lazy(() => import('./AnswerForm.tsx'));
const RelistForm = lazy(() => import('./RelistForm.tsx'));
const RenewCalendarForm = lazy(() => import('./RenewCalendarForm.tsx'));
const WithdrawForm = lazy(() => import('./WithdrawForm.tsx'));

interface ListingDialogsProps {
  listing: ListingDialogs_listing$key;
  act: ListingAct;
}

/** What an owner does with a listing, each in a dialog that says what will happen. */
export function ListingDialogs({ listing, act }: ListingDialogsProps) {
  const data = useFragment<ListingDialogs_listing$key>(
    graphql`
      fragment ListingDialogs_listing on OwnListing {
        status
        ...AnswerForm_listing
        ...RelistForm_listing
        ...RenewCalendarForm_listing
        ...WithdrawForm_listing
      }
    `,
    listing,
  );
  const seen = useSeen(act.shown);
  const isAsked = data.status === 'MORE_INFORMATION';
  const form = { listing: data, onCancel: act.close };
  return (
    <>
      {seen.includes('withdraw') && (
        <FormDialog title="Withdraw this listing?" {...act.dialog('withdraw')}>
          <Suspense fallback={null}>
            <WithdrawForm {...form} />
          </Suspense>
        </FormDialog>
      )}
      {seen.includes('relist') && (
        <FormDialog title="List it again?" {...act.dialog('relist')}>
          <Suspense fallback={null}>
            <RelistForm {...form} />
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
            <AnswerForm {...form} />
          </Suspense>
        </FormDialog>
      )}
      {seen.includes('calendar') && (
        <FormDialog title="Renew the calendar link?" {...act.dialog('calendar')}>
          <Suspense fallback={null}>
            <RenewCalendarForm {...form} />
          </Suspense>
        </FormDialog>
      )}
    </>
  );
}
