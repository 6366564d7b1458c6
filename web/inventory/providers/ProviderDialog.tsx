import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Form, FormActions, FormFailure, SubmitButton } from '#web/ui/forms/Form.tsx';
import { Stale } from '#web/admin/Stale.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import type { Provider } from '../provider.ts';
import styles from './ProviderDialog.module.css';
import { ProviderFields } from './ProviderFields.tsx';
import { useProviderForm } from './useProviderForm.ts';

/** Edits the provider of a row; without a row a provider is added. */
export default function ProviderDialog(props: RowDialogProps<Provider>) {
  const { row: provider, refresh } = props;
  return (
    <FormDialog title={provider ? 'Edit Provider' : 'Add Provider'} isWide {...props}>
      <ProviderForm
        // Resets the form after someone else's change.
        key={provider?.version}
        provider={provider}
        refresh={refresh}
      />
    </FormDialog>
  );
}

interface ProviderFormProps {
  provider: Provider | undefined;
  refresh: () => Promise<void>;
}

function ProviderForm({ provider, refresh }: ProviderFormProps) {
  const state = useProviderForm(provider, refresh);
  return (
    <Form
      form={state.form}
      label={provider ? 'Edit Provider' : 'Add Provider'}
      className={styles.form}
      autoComplete="off"
    >
      <ProviderFields state={state} hasKey={provider?.hasKey === true} />
      <div className="whole-row">
        <FormFailure message={state.failure} />
        {state.isStale && <Stale onLoad={refresh} />}
      </div>
      <FormActions>
        <SubmitButton isSending={state.form.isSending}>
          {provider ? 'Save Provider' : 'Add Provider'}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
