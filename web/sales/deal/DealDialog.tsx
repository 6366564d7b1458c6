import { useState } from 'react';
import { fetchQuery, graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks';
import type {
  DealDialog_choice$data,
  DealDialog_choice$key,
} from '#web/__generated__/DealDialog_choice.graphql.ts';
import type {
  DealDialog_sale$data,
  DealDialog_sale$key,
} from '#web/__generated__/DealDialog_sale.graphql.ts';
import type {
  DealDialogMutation,
  MoveSaleInput,
} from '#web/__generated__/DealDialogMutation.graphql.ts';
import type { DealDialogQuery } from '#web/__generated__/DealDialogQuery.graphql.ts';
import { PriceList } from '#web/bookings/price/PriceList.tsx';
import { useMutation } from '#web/relay/useMutation.ts';
import { FormDialog, useFinishDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';
import { Form, FormFailure } from '#web/ui/forms/Form.tsx';
import { refuse, useOutdated } from '#web/ui/forms/outdated.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useIdempotencyKeys } from '#web/ui/forms/useIdempotencyKeys.ts';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { saleTime } from '#common/durations.ts';
import { moveWords, otherWords } from './dealWords.ts';
import { MoveActions } from './MoveActions.tsx';
import { isStepMove, StepForm } from './StepForm.tsx';
import { TermsFields } from './TermsFields.tsx';
import { inputOfTerms, termsProblems, typedTerms, type TermsValues } from './typedTerms.ts';

interface DealDialogProps extends DialogState {
  sale: DealDialog_sale$key;
  choice: DealDialog_choice$key;
}

export default function DealDialog({ sale, choice: choiceKey, ...dialog }: DealDialogProps) {
  const data = useFragment<DealDialog_sale$key>(saleFragment, sale);
  const choice = useFragment<DealDialog_choice$key>(choiceFragment, choiceKey);
  const { move } = choice;
  const isLong = move === 'COUNTER' || move === 'CONFIRM_TERMS' || isStepMove(move);
  const FormOfMove = move === 'COUNTER' ? CounterForm : isStepMove(move) ? StepMove : MoveForm;
  return (
    <FormDialog title={moveWords[move]?.label ?? ''} isWide={isLong} {...dialog}>
      <FormOfMove sale={data} choice={choice} />
    </FormDialog>
  );
}

interface MoveFormProps {
  sale: DealDialog_sale$data;
  choice: DealDialog_choice$data;
}

function MoveForm({ sale, choice: { move, asksWhy, means } }: MoveFormProps) {
  // The sale as it was when the dialog opened; Relay may load a newer version meanwhile.
  const [seen] = useState(sale);
  const moveSale = useMove(seen, move);
  const { label, busyLabel, done, isEnd } = moveWords[move] ?? otherWords;
  const isSignature = move === 'CONFIRM_TERMS';
  return (
    <ConfirmForm
      label={label}
      busyLabel={busyLabel}
      color={isEnd ? 'error' : 'primary'}
      cancelLabel="Back"
      {...(isSignature && { text: nameField })}
      {...(asksWhy && { text: reasonField })}
      fallbackMessage="The sale could not be changed. Please try again"
      run={async (text) => {
        await moveSale(
          isSignature
            ? { typedName: text, termsHash: seen.termSheet.hash ?? null }
            : { reason: text || null },
        );
        return { title: done, description: seen.title };
      }}
    >
      <p>{explanations[move] ?? means}</p>
      {isSignature && <SheetText sheet={seen.termSheet} />}
    </ConfirmForm>
  );
}

const nameField = {
  label: 'Your first and last name',
  requiredMessage: 'Type your name',
  hint: 'As in your account. It stands for your signature',
  isOneLine: true,
} as const;

const reasonField = {
  label: 'Reason',
  requiredMessage: 'Say why',
  hint: 'Both sides read it',
} as const;

const explanations: Readonly<Partial<Record<string, string>>> = {
  ACCEPT:
    'You agree to the latest terms. Then both sides confirm them by typing their name, and the owner’s other offers end.',
  DECLINE: 'You do not want the latest terms. The sale ends, and the other side is told.',
  WITHDRAW: 'You take your terms back. The sale ends, and the other side is told.',
  CONFIRM_TERMS: 'These are the terms that both sides confirm. Read them to the end.',
  BACK_OUT: 'The sale ends. The other side is told, and reads your reason.',
  CALL_OFF: 'The sale ends, because the closing can’t be completed. Both sides are told.',
};

function SheetText({ sheet }: { sheet: DealDialog_sale$data['termSheet'] }) {
  const lines = (of: typeof sheet.buyerLines) =>
    of.map(({ label, amount }) => ({ label, price: amount?.formatted ?? 'Not known yet' }));
  return (
    <>
      <FactList facts={sheet.facts.map(({ label, text }) => [label, text])} />
      <h3>The buyer pays</h3>
      <PriceList lines={lines(sheet.buyerLines)} total={sheet.buyerTotal.formatted} />
      <h3>The seller gets</h3>
      <PriceList lines={lines(sheet.sellerLines)} total={sheet.sellerTotal.formatted} />
    </>
  );
}

function CounterForm({ sale, choice: { move } }: MoveFormProps) {
  const [seen] = useState(sale);
  const moveSale = useMove(seen, move);
  const finish = useFinishDialog();
  const { isOutdated, noteFailure } = useOutdated();
  const form = useForm<TermsValues>({
    initial: useState(() => typedTerms(seen.terms.at(-1)))[0],
    validate: termsProblems,
    send: async (typed) => {
      await moveSale({ terms: inputOfTerms(typed) });
      finish({ title: moveWords.COUNTER?.done ?? 'Done', description: seen.title });
    },
    fallbackMessage: 'Your terms could not be sent. Please try again',
    onFailure: ({ error }) => noteFailure(error),
  });
  return (
    <Form form={form} className="stack gap-4 pretty breaks">
      <p>The other side has {saleTime} to answer.</p>
      <TermsFields
        form={form}
        currency={seen.terms.at(-1)?.price?.currency ?? 'USD'}
        maintenanceFee={seen.listing?.facts.maintenanceFee?.amount}
      />
      <FormFailure message={form.failure} />
      <MoveActions isOutdated={isOutdated} isSending={form.isSending} sending="Sending…">
        Send Your Terms
      </MoveActions>
    </Form>
  );
}

function StepMove({ sale, choice }: MoveFormProps) {
  const [seen] = useState(sale);
  const { move } = choice;
  const moveSale = useMove(seen, move);
  return (
    isStepMove(move) && (
      <StepForm {...choice} move={move} steps={seen.steps} title={seen.title} moveSale={moveSale} />
    )
  );
}

function useMove(
  { databaseId: saleId, version }: DealDialog_sale$data,
  move: MoveSaleInput['move'],
) {
  const environment = useRelayEnvironment();
  const [moveSale] = useMutation<DealDialogMutation>(moveMutation);
  const keyOf = useIdempotencyKeys();
  const loadAgain = () =>
    fetchQuery<DealDialogQuery>(
      environment,
      saleQuery,
      { id: saleId },
      { fetchPolicy: 'network-only' },
    ).toPromise();
  return async (more: Omit<MoveSaleInput, 'saleId' | 'version' | 'move' | 'idempotencyKey'>) => {
    const input = { saleId, version, move, ...more };
    const { moveSale: answer } = await moveSale({
      input: { ...input, idempotencyKey: keyOf(input) },
    });
    if (!answer || answer.error) refuse(answer?.error, loadAgain);
  };
}

const choiceFragment = graphql`
  fragment DealDialog_choice on SaleChoice {
    move
    asksWhy
    means
  }
`;

const saleFragment = graphql`
  fragment DealDialog_sale on Sale {
    databaseId
    version
    title
    listing {
      facts {
        maintenanceFee {
          amount
        }
      }
    }
    termSheet {
      hash
      facts {
        label
        text
      }
      buyerLines {
        label
        amount {
          formatted
        }
      }
      buyerTotal {
        formatted
      }
      sellerLines {
        label
        amount {
          formatted
        }
      }
      sellerTotal {
        formatted
      }
    }
    terms {
      price {
        currency
      }
      ...typedTerms_terms @relay(mask: false)
    }
    steps {
      ...StepForm_steps
    }
  }
`;

/* What a move changes, wherever it is shown. */
/* eslint-disable relay/must-colocate-fragment-spreads -- The mutation refreshes what others show. */
const saleQuery = graphql`
  query DealDialogQuery($id: ID!) {
    sale(id: $id) {
      ...DealScreen_sale
    }
  }
`;

const moveMutation = graphql`
  mutation DealDialogMutation($input: MoveSaleInput!) {
    moveSale(input: $input) {
      ... on MoveSalePayload {
        sale {
          ...DealScreen_sale
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
/* eslint-enable relay/must-colocate-fragment-spreads */
