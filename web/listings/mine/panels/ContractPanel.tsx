import { Button } from '#web/ui/basics/Button.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ContractPanel_listing$key } from '#web/__generated__/ContractPanel_listing.graphql.ts';
import { ListingContract } from '#web/listings/ListingContract.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import type { ListingAct } from '../useListingAct.ts';

interface ContractPanelProps {
  listing: ContractPanel_listing$key;
  act: ListingAct;
}

export function ContractPanel({ listing, act }: ContractPanelProps) {
  const data = useFragment<ContractPanel_listing$key>(
    graphql`
      fragment ContractPanel_listing on OwnListing {
        hasContract
        verificationStatus
        ...ListingContract_listing
      }
    `,
    listing,
  );
  return (
    <Panel title="Proof of ownership">
      {data.hasContract ? (
        <>
          <ListingContract listing={data} />
          {data.verificationStatus === 'VERIFIED' && (
            <p className="soft">
              When you replace it, others don&apos;t see the listing until our team has verified the
              new document.
            </p>
          )}
          <Button color="inherit" {...act.opener('document')}>
            Replace Document
          </Button>
        </>
      ) : (
        <>
          <p>
            {data.verificationStatus === 'VERIFIED'
              ? 'There is no document: our team has verified your ownership without one.'
              : 'There is no document yet. Our team needs one before others can see the listing.'}
          </p>
          <Button variant="outlined" color="inherit" {...act.opener('document')}>
            Upload Document
          </Button>
        </>
      )}
      <p className="soft">Only you and our team can open it. Each opening is written down.</p>
    </Panel>
  );
}
