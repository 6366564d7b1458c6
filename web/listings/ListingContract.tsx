import { Button } from '../ui/basics/Button.tsx';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ListingContract_listing$key } from '../__generated__/ListingContract_listing.graphql.ts';
import type { ListingContractMutation } from '../__generated__/ListingContractMutation.graphql.ts';
import { useCommand } from '../relay/useMutation.ts';
import { Icon } from '../ui/basics/Icon.tsx';
import styles from './ListingContract.module.css';
import { showFailure } from '../ui/feedback/showFailure.ts';
import { formatBytes } from './upload/contractFiles.ts';
import { LocalTime } from '../ui/words/LocalTime.tsx';

interface OpenedLink {
  url: string;
  expiresAt: string;
}

export function ListingContract({ listing }: { listing: ListingContract_listing$key }) {
  const { databaseId, contract } = useFragment<ListingContract_listing$key>(
    listingFragment,
    listing,
  );
  const [createLink, isOpening] = useCommand<ListingContractMutation>(listingContractMutation);
  const [link, setLink] = useState<OpenedLink>();
  if (!contract) return null;

  const open = async () => {
    try {
      const { url, expiresAt } = await createLink({ input: { listingId: databaseId } });
      setLink({ url, expiresAt });
      // The document is sent as a download, so none of it runs in the tab.
      const tab = window.open(url, '_blank');
      if (tab) tab.opener = null;
    } catch (error) {
      showFailure('The document could not be opened', error);
    }
  };
  return (
    <div className="stack gap-4 to-left full">
      <div className="icon-and-text gap-4 middle full padding-4 tile">
        <span className={`stack on-white teal text-13 ${styles.kind}`} aria-hidden="true">
          {kindOf(contract.contentType)}
        </span>
        <div>
          <p className="semibold breaks">{contract.fileName}</p>
          <p className="quiet gone-if-empty">
            {kindOf(contract.contentType)}, {formatBytes(contract.size)}
          </p>
          <p className="quiet gone-if-empty">
            Uploaded <LocalTime instant={contract.uploadedAt} />
          </p>
        </div>
      </div>
      <Button
        variant="quiet"
        startIcon={<Icon name="key" size={20} />}
        aria-busy={isOpening}
        onClick={() => void open()}
      >
        {isOpening ? 'Opening…' : 'Open Document'}
      </Button>
      <p className="quiet gone-if-empty" role="status">
        {link && (
          <>
            Nothing opened? <a href={link.url}>Use the link</a>. It is yours alone and ends at{' '}
            <LocalTime instant={link.expiresAt} />.
          </>
        )}
      </p>
    </div>
  );
}

const listingFragment = graphql`
  fragment ListingContract_listing on OwnListing {
    databaseId
    contract {
      fileName
      contentType
      size
      uploadedAt
    }
  }
`;

const listingContractMutation = graphql`
  mutation ListingContractMutation($input: CreateContractLinkInput!) {
    createContractLink(input: $input) {
      ... on CreateContractLinkPayload {
        url
        expiresAt
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const kinds: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/msword': 'Word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
};

const kindOf = (contentType: string): string => kinds[contentType] ?? 'File';
