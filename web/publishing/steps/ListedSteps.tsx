import { graphql, useFragment } from 'react-relay/hooks';
import { useSearchParams } from 'react-router-dom';
import type { ListedSteps_listing$key } from '#web/__generated__/ListedSteps_listing.graphql.ts';
import { ContractStep } from './ContractStep.tsx';
import { EscrowStep } from './EscrowStep.tsx';
import { stepIn } from './listingSteps.ts';
import type { PageUpload } from '../contract/pageUpload.ts';

interface ListedStepsProps {
  listing: ListedSteps_listing$key;
  upload: PageUpload;
}

export function ListedSteps({ listing, upload }: ListedStepsProps) {
  const data = useFragment<ListedSteps_listing$key>(
    graphql`
      fragment ListedSteps_listing on OwnListing {
        ...ContractStep_listing
        ...EscrowStep_listing
      }
    `,
    listing,
  );
  const { step } = stepIn(useSearchParams()[0]);
  return step === 'escrow' ? (
    <EscrowStep listing={data} />
  ) : (
    <ContractStep listing={data} upload={upload} />
  );
}
