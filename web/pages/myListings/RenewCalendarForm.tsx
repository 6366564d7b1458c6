import { graphql, useFragment } from 'react-relay/hooks';
import type { RenewCalendarForm_listing$key } from '../../__generated__/RenewCalendarForm_listing.graphql.ts';
import type { RenewCalendarFormMutation } from '../../__generated__/RenewCalendarFormMutation.graphql.ts';
import { ConfirmForm } from '../../components/ConfirmForm.tsx';
import { useMutation } from '../../relay/useMutation.ts';

interface RenewCalendarFormProps {
  listing: RenewCalendarForm_listing$key;
  onCancel: () => void;
}

export default function RenewCalendarForm({ listing, onCancel }: RenewCalendarFormProps) {
  const { databaseId } = useFragment<RenewCalendarForm_listing$key>(
    graphql`
      fragment RenewCalendarForm_listing on OwnListing {
        databaseId
      }
    `,
    listing,
  );
  const [reset] = useMutation<RenewCalendarFormMutation>(graphql`
    mutation RenewCalendarFormMutation($input: ListingIdInput!) {
      resetListingCalendar(input: $input) {
        __typename
        ... on ResetListingCalendarPayload {
          listing {
            calendarUrl
          }
        }
        ... on Error {
          message
        }
      }
    }
  `);
  return (
    <ConfirmForm
      label="Renew Link"
      busyLabel="Renewing…"
      onCancel={onCancel}
      fallbackMessage="The link could not be renewed. Please try again"
      run={async () => {
        const { resetListingCalendar: result } = await reset({ input: { listingId: databaseId } });
        if (result?.__typename !== 'ResetListingCalendarPayload') throw new Error(result?.message);
        return { title: 'Link renewed', description: 'Subscribe with the new link' };
      }}
    >
      <p>
        The link that you have now stops working, in every calendar that uses it. Do this when
        somebody has it who should not.
      </p>
    </ConfirmForm>
  );
}
