import { graphql } from 'react-relay/hooks';
import type { useAddEvidenceMutation } from '#web/__generated__/useAddEvidenceMutation.graphql.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { useIdempotencyKeys } from '#web/ui/forms/useIdempotencyKeys.ts';

/**
 * Returns a function that adds a statement or an uploaded file to a dispute. Throws a RefusedError
 * if the server refuses.
 */
export function useAddEvidence(
  bookingId: string,
): (evidence: { text: string } | { documentUrl: string }) => Promise<void> {
  const keyOf = useIdempotencyKeys();
  const [addEvidence] = useMutation<useAddEvidenceMutation>(graphql`
    mutation useAddEvidenceMutation($input: AddEvidenceInput!) {
      addEvidence(input: $input) {
        ... on AddEvidencePayload {
          booking {
            ...BothSides_booking
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return async (evidence) => {
    const sent = { bookingId, ...evidence };
    const { addEvidence: answer } = await addEvidence({
      input: { ...sent, idempotencyKey: keyOf(sent) },
    });
    assertAccepted(answer);
  };
}
