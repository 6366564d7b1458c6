import { graphql } from 'react-relay/hooks';
import type { useAttachContractMutation } from '#web/__generated__/useAttachContractMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';

type AttachContract = (listingId: string, contractDocumentUrl: string) => Promise<void>;

export function useAttachContract(): AttachContract {
  const [attachContract] = useCommand<useAttachContractMutation>(graphql`
    mutation useAttachContractMutation($input: AttachContractInput!) {
      attachContract(input: $input) {
        ... on AttachContractPayload {
          listing {
            id
            hasContract
            status
            version
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return async (listingId, contractDocumentUrl) => {
    await attachContract({ input: { listingId, contractDocumentUrl } });
  };
}
