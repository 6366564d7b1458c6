import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { useProviderFormAddMutation } from '#web/__generated__/useProviderFormAddMutation.graphql.ts';
import type { useProviderFormUpdateMutation } from '#web/__generated__/useProviderFormUpdateMutation.graphql.ts';
import { RefusedError, isOutdated } from '#web/relay/refusal.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm, type FormFailure } from '#web/ui/forms/useForm.ts';
import type { Provider } from '../provider.ts';
import {
  fieldsOf,
  formOf,
  isFeed,
  noProvider,
  pairErrorsOf,
  validatePairs,
  validateProvider,
  type Pair,
  type PairErrors,
  type ProviderForm,
} from './providerForms.ts';

/**
 * The values, errors and submission of the form that adds a provider, or edits one.
 * @param refresh Refetches the providers.
 */
export function useProviderForm(provider: Provider | undefined, refresh: () => Promise<void>) {
  const save = useSave(provider);
  const finish = useFinishDialog();
  const [isStale, setIsStale] = useState(false);
  const [paths, setPaths] = useState<readonly Pair[]>(
    () => provider?.fieldPaths.map(({ field, path }, key) => ({ key, of: field, at: path })) ?? [],
  );
  const [calendars, setCalendars] = useState<readonly Pair[]>(
    () =>
      provider?.calendars.map(({ listingId, address }, key) => ({
        key,
        of: listingId,
        at: address,
      })) ?? [],
  );
  const [pairErrors, setPairErrors] = useState<Record<'paths' | 'calendars', PairErrors>>(noErrors);
  const words = provider
    ? { done: 'Provider updated', failed: 'Failed to update provider' }
    : { done: 'Provider added', failed: 'Failed to add provider' };

  const send = async (values: ProviderForm): Promise<void> => {
    const found = {
      paths: isFeed(values.kind) ? validatePairs(paths, 'A path is required') : {},
      calendars:
        values.kind === 'ICALENDAR'
          ? validatePairs(calendars, 'A listing and an address are required')
          : {},
    };
    setPairErrors(found);
    if (hasErrors(found.paths, found.calendars)) return;
    const fields = fieldsOf(values, { paths, calendars });
    await save(fields);
    await refresh();
    finish({ title: words.done, description: fields.name });
  };

  const onFailure = ({ error, isAtField }: FormFailure) => {
    const fieldErrors = error instanceof RefusedError ? error.fieldErrors : [];
    const refused = {
      paths: pairErrorsOf('fieldPaths', paths, fieldErrors),
      calendars: pairErrorsOf('calendars', calendars, fieldErrors),
    };
    setPairErrors(refused);
    setIsStale(isOutdated(error));
    if (isAtField || hasErrors(refused.paths, refused.calendars)) return;
    showToast({ title: words.failed, description: 'Please try again', variant: 'destructive' });
  };

  const form = useForm<ProviderForm>({
    initial: provider ? formOf(provider) : noProvider,
    validate: validateProvider,
    send,
    // The fields of pairs have a dot in their name.
    fieldOf: (field, { schedule }) =>
      field === 'schedule' && schedule === 'own' ? 'ownSchedule' : field.includes('.') ? '' : field,
    fallbackMessage: words.failed,
    onFailure,
  });
  const failure = hasErrors(pairErrors.paths, pairErrors.calendars) ? undefined : form.failure;
  return { form, paths, setPaths, calendars, setCalendars, pairErrors, failure, isStale };
}

const noErrors = { paths: {}, calendars: {} };

const hasErrors = (...lists: object[]): boolean =>
  lists.some((errors) => Object.keys(errors).length > 0);

function useSave(provider: Provider | undefined) {
  const [addProvider] = useCommand<useProviderFormAddMutation>(graphql`
    mutation useProviderFormAddMutation($input: CreateInventoryProviderInput!) {
      createInventoryProvider(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const [updateProvider] = useCommand<useProviderFormUpdateMutation>(graphql`
    mutation useProviderFormUpdateMutation($input: UpdateInventoryProviderInput!) {
      updateInventoryProvider(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (fields: ReturnType<typeof fieldsOf>) => {
    if (!provider) return addProvider({ input: fields });
    const { databaseId: providerId, version } = provider;
    return updateProvider({ input: { providerId, version, ...fields } });
  };
}
