import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { ResortDialogAddMutation } from '#web/__generated__/ResortDialogAddMutation.graphql.ts';
import type { ResortDialogUpdateMutation } from '#web/__generated__/ResortDialogUpdateMutation.graphql.ts';
import { FormDialog, useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { assertAccepted, isOutdated } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { Stale } from '#web/admin/Stale.tsx';
import { ResortFields } from './ResortFields.tsx';
import {
  changedFields,
  formOf,
  noResort,
  validateResort,
  type ResortForm as ResortValues,
  type ResortRow,
} from './resortForms.ts';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';

/** Edits the resort of a row; without a row a resort is added. */
export default function ResortDialog(props: RowDialogProps<ResortRow>) {
  const { row: resort, refresh } = props;
  return (
    <FormDialog title={resort ? 'Edit Resort' : 'Add New Resort'} isWide {...props}>
      <ResortForm
        // Resets the form after someone else's change.
        key={resort?.version}
        resort={resort}
        refresh={refresh}
      />
    </FormDialog>
  );
}

interface ResortFormProps {
  resort: ResortRow | undefined;
  refresh: () => Promise<void>;
}

function ResortForm({ resort, refresh }: ResortFormProps) {
  const [addResort] = useMutation<ResortDialogAddMutation>(resortDialogAddMutation);
  const [updateResort] = useMutation<ResortDialogUpdateMutation>(resortDialogUpdateMutation);
  const finish = useFinishDialog();
  const [isStale, setIsStale] = useState(false);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [before] = useState(() => (resort ? formOf(resort) : noResort));
  const words = resort
    ? { done: 'Resort updated', failed: 'Failed to update resort' }
    : { done: 'Resort added', failed: 'Failed to create resort' };

  const form = useForm<ResortValues>({
    initial: before,
    validate: (values) => validateResort(values, before),
    send: async (values) => {
      const fields = changedFields(values, before);
      const result = resort
        ? (
            await updateResort({
              input: { resortId: resort.databaseId, version: resort.version, fields },
            })
          ).updateResort
        : (await addResort({ input: { fields, idempotencyKey } })).createResort;
      assertAccepted(result);
      await refresh();
      finish({ title: words.done, description: values.name });
    },
    fallbackMessage: words.failed,
    onFailure: ({ error, isAtField }) => {
      setIsStale(isOutdated(error));
      if (isAtField) return;
      showToast({ title: words.failed, description: 'Please try again', variant: 'destructive' });
    },
  });
  return (
    <ResortFields
      form={form}
      label={resort ? 'Edit Resort' : 'Add New Resort'}
      submitLabel={resort ? 'Save Resort' : 'Add Resort'}
    >
      {isStale && <Stale onLoad={refresh} />}
    </ResortFields>
  );
}

const resortDialogAddMutation = graphql`
  mutation ResortDialogAddMutation($input: CreateResortInput!) {
    createResort(input: $input) {
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const resortDialogUpdateMutation = graphql`
  mutation ResortDialogUpdateMutation($input: UpdateResortInput!) {
    updateResort(input: $input) {
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
