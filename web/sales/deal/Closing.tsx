import { graphql, useFragment } from 'react-relay/hooks';
import type {
  Closing_sale$data,
  Closing_sale$key,
} from '#web/__generated__/Closing_sale.graphql.ts';
import type { ClosingMutation } from '#web/__generated__/ClosingMutation.graphql.ts';
import type { ClosingPaymentMutation } from '#web/__generated__/ClosingPaymentMutation.graphql.ts';
import { DownloadButton } from '#web/bookings/DownloadButton.tsx';
import { useCommand } from '#web/relay/useMutation.ts';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { Timeline, TimelineStep } from '#web/ui/panels/Timeline.tsx';
import { formatLongDay } from '#web/ui/words/dates.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { readerOf, stepMarks, whoActs, type Reader } from './dealWords.ts';

/** The steps of a closing, with their documents and the money at the escrow partner. */
export function Closing({ sale }: { sale: Closing_sale$key }) {
  const { databaseId, side, status, steps, funds, sandboxPayment } = useFragment<Closing_sale$key>(
    graphql`
      fragment Closing_sale on Sale {
        databaseId
        side
        status
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
          title
          means
          actor
          state
          dueOn
          doneAt
          amount {
            formatted
          }
          feesOwed {
            formatted
          }
          nextUseYear
          validUntil
          registry
          book
          page
          instrument
          ifMissed
          document {
            fileName
          }
        }
      }
    `,
    sale,
  );
  if (steps.length === 0) return null;
  return (
    <Panel title="The closing">
      <Timeline>
        {steps.map((step) => (
          <Step
            key={step.step}
            step={step}
            saleId={databaseId}
            reader={readerOf(side)}
            isOver={status === 'CALLED_OFF'}
            payable={sandboxPayment?.step === step.step ? sandboxPayment.amount.formatted : null}
          />
        ))}
      </Timeline>
      {funds && (
        <FactList
          facts={[
            ['Held by the escrow partner', funds.held.formatted],
            ['To the seller, paid or on its way', funds.toSeller.formatted],
            ['Back to the buyer, paid or on its way', funds.toBuyer.formatted],
          ]}
        />
      )}
    </Panel>
  );
}

interface StepProps {
  step: Closing_sale$data['steps'][number];
  saleId: string;
  reader: Reader;
  /** The sale has ended, so that nothing more is to be done. */
  isOver: boolean;
  /** What the reader can pay for it from the sandbox. */
  payable: string | null;
}

function Step({ step, saleId, reader, isOver, payable }: StepProps) {
  const { state, title, means, document, ifMissed } = step;
  const isOpen = state === 'OPEN' && !isOver;
  const { tone, icon } =
    stepMarks[isOver && state === 'OPEN' ? 'WAITING' : state] ?? stepMarks.WAITING;
  return (
    <TimelineStep
      tone={tone}
      icon={icon}
      title={title}
      when={<When step={step} reader={reader} isOver={isOver} />}
    >
      {state !== 'DONE' && <p>{means}</p>}
      {isOpen && ifMissed != null && <p className="quiet">If it is late: {ifMissed}</p>}
      <FactList facts={factsOf(step)} />
      {payable !== null && <SandboxPayment saleId={saleId} step={step.step} amount={payable} />}
      {document && (
        <DownloadButton<ClosingMutation>
          mutation={linkMutation}
          variables={{ input: { saleId, step: step.step } }}
          what={document.fileName}
        >
          Download {document.fileName}
        </DownloadButton>
      )}
    </TimelineStep>
  );
}

interface SandboxPaymentProps {
  saleId: string;
  step: StepProps['step']['step'];
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

function When({
  step: { step, state, actor, dueOn, doneAt },
  reader,
  isOver,
}: Omit<StepProps, 'saleId' | 'payable'>) {
  if (state === 'OPEN' && !isOver) {
    if (step === 'COOLING_OFF' && dueOn != null) return `Until ${formatLongDay(dueOn)}`;
    return (
      <>
        <strong>{whoActs(actor, reader)}</strong>
        {dueOn != null && ` · by ${formatLongDay(dueOn)}`}
      </>
    );
  }
  const words = { DONE: 'Done', WAIVED: 'Left out', FAILED: 'Failed' }[state as string];
  if (words === undefined || doneAt == null) return isOver ? 'Not done' : 'Later';
  return (
    <>
      {words} · <LocalTime instant={doneAt} />
    </>
  );
}

const factsOf = (step: StepProps['step']) =>
  [
    ['Amount', step.amount?.formatted],
    ['Owed to the resort', step.feesOwed?.formatted],
    ['Next year of use', step.nextUseYear],
    ['The resort stands by it until', step.validUntil && formatLongDay(step.validUntil)],
    ['County or registry', step.registry],
    ['Book', step.book],
    ['Page', step.page],
    ['Number', step.instrument],
  ] as const;

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
