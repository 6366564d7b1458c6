import { graphql } from 'react-relay/hooks';
import type { EvidenceOfTeamMutation } from '#web/__generated__/EvidenceOfTeamMutation.graphql.ts';
import { DialogOfRow } from '#web/admin/table/DialogOfRow.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import { useSettled } from '#web/admin/settle.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';

interface Disputed {
  bookingId?: string | null | undefined;
  guestName: string;
  amount: { formatted: string };
}

/** Sends what we know about a booking to the bank of its payer. */
export default function EvidenceOfTeam({ name: _, refresh, ...dialog }: RowDialogProps<Disputed>) {
  const send = useSettled<EvidenceOfTeamMutation>(graphql`
    mutation EvidenceOfTeamMutation($input: SendChargebackEvidenceInput!) {
      answer: sendChargebackEvidence(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <DialogOfRow {...dialog} title="Send Evidence">
      {({ bookingId, guestName, amount }) =>
        bookingId && (
          <ConfirmForm
            label="Send Evidence"
            busyLabel="Sending…"
            text={{
              label: 'Text of the team',
              hint: 'Stands first in the document; may be left out',
            }}
            run={(text) =>
              send(
                { bookingId, text: text || null },
                { title: 'The bank has the evidence' },
                refresh,
              )
            }
            fallbackMessage="The evidence could not be sent. Please try again"
          >
            <p>
              The bank of {guestName} took {amount.formatted}. It gets one document: the booking and
              its price, its history, the guest certificate, the messages between both sides, the
              terms, and from where it was paid.
            </p>
            <p>
              <a href={`/api/bookings/${bookingId}/evidence`} target="_blank" rel="noreferrer">
                Preview the document (PDF, in a new tab)
              </a>
            </p>
            <p>
              <strong>It can be sent once.</strong> The bank decides with it.
            </p>
          </ConfirmForm>
        )
      }
    </DialogOfRow>
  );
}
