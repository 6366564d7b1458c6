import { graphql, useFragment } from 'react-relay/hooks';
import type { Closing_sale$key } from '#web/__generated__/Closing_sale.graphql.ts';
import type { ClosingMutation } from '#web/__generated__/ClosingMutation.graphql.ts';
import type { ClosingPaymentMutation } from '#web/__generated__/ClosingPaymentMutation.graphql.ts';
import type { PayDeposit_site$key } from '#web/__generated__/PayDeposit_site.graphql.ts';
import { DownloadButton } from '#web/bookings/DownloadButton.tsx';
import { useCommand } from '#web/relay/useMutation.ts';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { ClosingSteps, type ClosingStep } from './ClosingSteps.tsx';
import { readerOf } from './dealWords.ts';
import { PayDeposit } from './PayDeposit.tsx';

/** The steps of a closing, with their documents and the money at the escrow partner. */
export function Closing({ sale, site }: { sale: Closing_sale$key; site: PayDeposit_site$key }) {
  const data = useFragment<Closing_sale$key>(
    graphql`
      fragment Closing_sale on Sale {
        databaseId
        side
        status
        events {
          move
          party
        }
        ...PayDeposit_sale
        funds {
          held {
            formatted
          }
          toBuyer {
            formatted
          }
          toSeller {
            formatted
          }
        }
        sandboxPayment {
          step
          amount {
            formatted
          }
        }
        steps {
          step
          state
          ...ClosingSteps_steps
        }
      }
    `,
    sale,
  );
  const { databaseId, side, status, steps, funds, sandboxPayment } = data;
  const paysDeposit =
    side === 'BUYER' &&
    status === 'AGREED' &&
    steps.some(({ step, state }) => step === 'DEPOSIT' && state === 'OPEN');
  const isPaidByCard = data.events.some(
    ({ move, party }) => move === 'FUNDS_IN' && party === 'PROVIDER',
  );
  if (steps.length === 0) return null;
  return (
    <Panel title="The closing">
      <ClosingSteps
        steps={steps}
        reader={readerOf(side)}
        isOver={status === 'CALLED_OFF'}
        action={(step) => {
          const wire = sandboxPayment?.step === step && (
            <SandboxPayment
              saleId={databaseId}
              step={step}
              amount={sandboxPayment.amount.formatted}
            />
          );
          return step === 'DEPOSIT' ? (
            <PayDeposit sale={data} site={site} isOpen={paysDeposit} isPaidByCard={isPaidByCard}>
              {wire}
            </PayDeposit>
          ) : (
            wire
          );
        }}
        download={(fileName, step) => (
          <DownloadButton<ClosingMutation>
            mutation={linkMutation}
            variables={{ input: { saleId: databaseId, step } }}
            what={fileName}
          >
            Download {fileName}
          </DownloadButton>
        )}
      />
      {funds && (
        <FactList
          facts={[
            ['Held for this sale', funds.held.formatted],
            ['To the seller, paid or on its way', funds.toSeller.formatted],
            ['Back to the buyer, paid or on its way', funds.toBuyer.formatted],
          ]}
        />
      )}
    </Panel>
  );
}

interface SandboxPaymentProps {
  saleId: string;
  step: ClosingStep['step'];
  amount: string;
}

function SandboxPayment({ saleId, step, amount }: SandboxPaymentProps) {
  const [pay] = useCommand<ClosingPaymentMutation>(payMutation);
  return (
    <div className="stack gap-2 to-left margin-top-2">
      <p className="quiet">A sandbox stands in for the escrow partner: no money moves.</p>
      <ActionButton
        variant="main"
        busy="Paying…"
        failed="The payment was not made"
        run={async () => {
          await pay({ input: { saleId, step } });
          // The button is gone.
          document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
          return { title: `The escrow partner holds your ${amount}` };
        }}
      >
        Pay {amount} from the Sandbox
      </ActionButton>
    </div>
  );
}

const linkMutation = graphql`
  mutation ClosingMutation($input: CreateSaleDocumentLinkInput!) {
    link: createSaleDocumentLink(input: $input) {
      ... on CreateSaleDocumentLinkPayload {
        url
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const payMutation = graphql`
  mutation ClosingPaymentMutation($input: PayFromSandboxInput!) {
    payFromSandbox(input: $input) {
      ... on PayFromSandboxPayload {
        sale {
          ...DealScreen_sale
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
