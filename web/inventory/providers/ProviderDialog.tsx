import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { FormActions } from '#web/ui/forms/FormActions.tsx';
import { FormFailure } from '#web/ui/forms/FormFailure.tsx';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';
import { Stale } from '#web/admin/Stale.tsx';
import type { Provider } from '../inventoryPageLoader.ts';
import styles from './ProviderDialog.module.css';
import { ProviderFields } from './ProviderFields.tsx';
import { useProviderForm } from './useProviderForm.ts';

interface ProviderDialogProps {
  /** The provider to edit; without it a provider is added. */
  provider?: Provider | undefined;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
  refresh: () => Promise<void>;
}

export default function ProviderDialog({ provider, refresh, ...dialog }: ProviderDialogProps) {
  return (
    <FormDialog title={provider ? 'Edit Provider' : 'Add Provider'} isWide {...dialog}>
      <ProviderForm
        // Resets the form after someone else's change.
        key={provider?.version}
        provider={provider}
        refresh={refresh}
      />
    </FormDialog>
  );
}

type ProviderFormProps = Pick<ProviderDialogProps, 'provider' | 'refresh'>;

function ProviderForm({ provider, refresh }: ProviderFormProps) {
  const state = useProviderForm(provider, refresh);
  const { formRef, submit, isSending } = state.form;
  return (
    <form
      ref={formRef}
      className={styles.form}
      method="post"
      onSubmit={submit}
      noValidate
      autoComplete="off"
      aria-label={provider ? 'Edit Provider' : 'Add Provider'}
    >
      <ProviderFields state={state} hasKey={provider?.hasKey === true} />
      <div className={styles.wide}>
        <FormFailure message={state.failure} />
        {state.isStale && <Stale onLoad={refresh} />}
      </div>
      <FormActions>
        <SubmitButton isSending={isSending}>
          {provider ? 'Save Provider' : 'Add Provider'}
        </SubmitButton>
      </FormActions>
    </form>
  );
}
