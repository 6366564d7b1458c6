import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { RenewCalendarForm_listing$key } from '#web/__generated__/RenewCalendarForm_listing.graphql.ts';
import type { RenewCalendarFormMutation } from '#web/__generated__/RenewCalendarFormMutation.graphql.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { useMutation } from '#web/relay/useMutation.ts';

interface RenewCalendarFormProps {
  listing: RenewCalendarForm_listing$key;
  /** Called with the new link, which is returned only this once. */
  onCalendarUrl: (calendarUrl: string) => void;
}

export default function RenewCalendarForm(props: RenewCalendarFormProps) {
  const { listing, onCalendarUrl } = props;
  const { databaseId, hasCalendarLink } = useFragment<RenewCalendarForm_listing$key>(
    graphql`
      fragment RenewCalendarForm_listing on OwnListing {
        databaseId
        hasCalendarLink
      }
    `,
    listing,
  );
  // The text stays the same while the dialog closes.
  const [isRenewal] = useState(hasCalendarLink);
  const [reset] = useMutation<RenewCalendarFormMutation>(graphql`
    mutation RenewCalendarFormMutation($input: ListingIdInput!) {
      resetListingCalendar(input: $input) {
        ... on ResetListingCalendarPayload {
          calendarUrl
          listing {
            hasCalendarLink
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <ConfirmForm
      label={isRenewal ? 'Renew Link' : 'Make Link'}
      busyLabel={isRenewal ? 'Renewing…' : 'Making…'}
      fallbackMessage="The link could not be made. Please try again"
      run={async () => {
        const { resetListingCalendar: result } = await reset({ input: { listingId: databaseId } });
        if (result?.calendarUrl === undefined) throw new Error(result?.error?.message);
        onCalendarUrl(result.calendarUrl);
        return {
          title: isRenewal ? 'Link renewed' : 'Link made',
          description: 'Use it now: it is shown this once',
        };
      }}
    >
      <p>
        {isRenewal
          ? 'The link that you have now stops working, in every calendar that uses it.'
          : 'Whoever has the link can read the booked nights, and no guests.'}{' '}
        The new link is shown once.
      </p>
    </ConfirmForm>
  );
}
