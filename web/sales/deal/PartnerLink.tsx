import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { PartnerLink_sale$key } from '#web/__generated__/PartnerLink_sale.graphql.ts';
import type { PartnerLinkMutation } from '#web/__generated__/PartnerLinkMutation.graphql.ts';
import type { PartnerLinkRevokeMutation } from '#web/__generated__/PartnerLinkRevokeMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonAnchor } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { DialogButtons } from '#web/ui/dialogs/DialogButtons.tsx';
import { copyLink, ShownLink } from '#web/ui/panels/ShownLink.tsx';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { partnerLinkDays } from '#common/durations.ts';

/** What the team gives to the escrow partner of a sale: a link to report steps, and all papers. */
export function PartnerLink({ sale }: { sale: PartnerLink_sale$key }) {
  const data = useFragment<PartnerLink_sale$key>(saleFragment, sale);
  const { databaseId: saleId, status, partnerLinkUntil: until } = data;
  const [url, setUrl] = useState<string>();
  const isInClosing = status === 'AGREED' || status === 'SOLD';
  return (
    <Panel title="For the escrow partner">
      {isInClosing && (
        <>
          <p>
            By a link, the escrow partner reads this sale and reports the title search and the deed,
            without an account.
          </p>
          {until != null && (
            <p className="soft">
              There is a link until <LocalTime instant={until} />.
            </p>
          )}
          {url !== undefined && until != null && (
            <>
              <ShownLink label="Link for the partner" url={url} />
              <Button variant="quiet" onClick={() => void copyLink(url, sendIt)}>
                Copy Link
              </Button>
            </>
          )}
          <DialogButtons
            choices={[
              {
                name: 'link',
                label: until == null ? 'Link for the Partner' : 'New Link for the Partner',
                isPossible: true,
                content: <MakeLink saleId={saleId} isAgain={until != null} onLink={setUrl} />,
              },
              {
                name: 'withdraw',
                label: 'Withdraw the Link',
                isPossible: until != null,
                look: { color: 'error' },
                content: <WithdrawLink saleId={saleId} />,
              },
            ]}
          />
        </>
      )}
      <ButtonAnchor
        href={`/api/sales/${saleId}/export`}
        download
        variant="quiet"
        startIcon={<Icon name="document" size={20} />}
      >
        All Papers as ZIP
      </ButtonAnchor>
    </Panel>
  );
}

const sendIt = 'Send it to the escrow partner';

interface MakeLinkProps {
  saleId: string;
  isAgain: boolean;
  onLink: (url: string) => void;
}

function MakeLink({ saleId, isAgain, onLink }: MakeLinkProps) {
  // The text stays the same while the dialog closes.
  const [hasLink] = useState(isAgain);
  const [create] = useCommand<PartnerLinkMutation>(createMutation);
  return (
    <ConfirmForm
      label="Make and Copy Link"
      busyLabel="Making…"
      fallbackMessage="The link could not be made. Please try again"
      run={async () => {
        const { partnerUrl } = await create({ input: { saleId } });
        onLink(partnerUrl);
        const isCopied = await navigator.clipboard.writeText(partnerUrl).then(
          () => true,
          () => false,
        );
        return {
          title: isCopied ? 'Link copied' : 'Link made',
          description: isCopied ? sendIt : 'Copy it now: it is shown this once',
        };
      }}
    >
      <p>
        Whoever has the link reads the names of both sides, the terms and the documents, and reports
        steps of the partner, for {partnerLinkDays} days. Send it to the escrow partner only.
      </p>
      {hasLink && <p>The link that the partner has now stops working.</p>}
    </ConfirmForm>
  );
}

function WithdrawLink({ saleId }: { saleId: string }) {
  const [revoke] = useCommand<PartnerLinkRevokeMutation>(revokeMutation);
  return (
    <ConfirmForm
      label="Withdraw the Link"
      busyLabel="Withdrawing…"
      color="error"
      fallbackMessage="The link could not be withdrawn. Please try again"
      run={async () => {
        await revoke({ input: { saleId } });
        return { title: 'The link is withdrawn' };
      }}
    >
      <p>The escrow partner can no longer open this sale. You can make a new link at any time.</p>
    </ConfirmForm>
  );
}

const saleFragment = graphql`
  fragment PartnerLink_sale on Sale {
    databaseId
    status
    partnerLinkUntil
  }
`;

const createMutation = graphql`
  mutation PartnerLinkMutation($input: CreatePartnerLinkInput!) {
    createPartnerLink(input: $input) {
      ... on CreatePartnerLinkPayload {
        partnerUrl
        sale {
          ...PartnerLink_sale
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const revokeMutation = graphql`
  mutation PartnerLinkRevokeMutation($input: RevokePartnerLinkInput!) {
    revokePartnerLink(input: $input) {
      ... on RevokePartnerLinkPayload {
        sale {
          ...PartnerLink_sale
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
