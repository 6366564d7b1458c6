import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { useProviderFormAddMutation } from '../../../__generated__/useProviderFormAddMutation.graphql.ts';
import type { useProviderFormUpdateMutation } from '../../../__generated__/useProviderFormUpdateMutation.graphql.ts';
import { fieldErrorsOf, type FieldErrors } from '../../../relay/fieldErrors.ts';
import { useMutation } from '../../../relay/useMutation.ts';
import { useFinishDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { showToast } from '../../../ui/feedback/toastStore.ts';
import { useForm } from '../../../ui/forms/useForm.ts';
import type { Answer } from '../_parts/settle.ts';
import type { Provider } from './inventoryPageLoader.ts';
import {
  fieldsOf,
  formOf,
  isFeed,
  noProvider,
  pairErrorsOf,
  providerFieldNames,
  validatePairs,
  validateProvider,
  type Pair,
  type PairErrors,
  type ProviderForm,
} from './providerForms.ts';

type Errors = FieldErrors<keyof ProviderForm>;

/**
 * The values, errors and submission of the form that adds a provider, or edits one.
 * @param refresh Refetches the providers.
 */
export function useProviderForm(provider: Provider | undefined, refresh: () => Promise<void>) {
  const save = useSave(provider);
  const finish = useFinishDialog();
  const [failure, setFailure] = useState<string>();
  const [isOutdated, setIsOutdated] = useState(false);
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

  /** Shows the errors of pairs. Returns those of fields; undefined if no field is to blame. */
  const refuse = (answer: Answer | null | undefined, values: ProviderForm): Errors | undefined => {
    const fieldErrors = answer?.fieldErrors ?? [];
    const own = fieldErrors.filter(({ field }) => !field.includes('.'));
    let errors: Errors = fieldErrorsOf(providerFieldNames, own);
    if (values.schedule === 'own' && errors.schedule !== undefined) {
      errors = { ...errors, ownSchedule: errors.schedule };
    }
    const ofPairs = {
      paths: pairErrorsOf('fieldPaths', paths, fieldErrors),
      calendars: pairErrorsOf('calendars', calendars, fieldErrors),
    };
    setPairErrors(ofPairs);
    setIsOutdated(fieldErrors.some(({ field }) => field === 'version'));
    return hasErrors(errors, ofPairs.paths, ofPairs.calendars) ? errors : undefined;
  };

  const send = async (values: ProviderForm): Promise<Errors> => {
    setFailure(undefined);
    const found = {
      paths: isFeed(values.kind) ? validatePairs(paths, 'A path is required') : {},
      calendars:
        values.kind === 'ICALENDAR'
          ? validatePairs(calendars, 'A listing and an address are required')
          : {},
    };
    setPairErrors(found);
    if (hasErrors(found.paths, found.calendars)) return {};
    const fields = fieldsOf(values, { paths, calendars });
    try {
      const answer = await save(fields);
      if (answer?.__typename.endsWith('Payload')) {
        await refresh();
        finish({ title: words.done, description: fields.name });
        return {};
      }
      const errors = refuse(answer, values);
      // Refused fields show their own errors.
      if (errors) return errors;
      setFailure(answer?.message ?? words.failed);
    } catch (error) {
      setFailure((error instanceof Error && error.message) || words.failed);
    }
    showToast({ title: words.failed, description: 'Please try again', variant: 'destructive' });
    return {};
  };

  const form = useForm<ProviderForm>({
    initial: provider ? formOf(provider) : noProvider,
    validate: validateProvider,
    send,
  });
  return { form, paths, setPaths, calendars, setCalendars, pairErrors, failure, isOutdated };
}

const noErrors = { paths: {}, calendars: {} };

const hasErrors = (...lists: object[]): boolean =>
  lists.some((errors) => Object.keys(errors).length > 0);

/** Adds the provider with these fields, or updates it. */
function useSave(provider: Provider | undefined) {
  const [addProvider] = useMutation<useProviderFormAddMutation>(graphql`
    mutation useProviderFormAddMutation($input: CreateInventoryProviderInput!) {
      createInventoryProvider(input: $input) {
        __typename
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
        ... on ConflictError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const [updateProvider] = useMutation<useProviderFormUpdateMutation>(graphql`
    mutation useProviderFormUpdateMutation($input: UpdateInventoryProviderInput!) {
      updateInventoryProvider(input: $input) {
        __typename
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
        ... on ConflictError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  return async (fields: ReturnType<typeof fieldsOf>): Promise<Answer | null | undefined> => {
    if (!provider) return (await addProvider({ input: fields })).createInventoryProvider;
    const { databaseId: providerId, version } = provider;
    const answer = await updateProvider({ input: { providerId, version, ...fields } });
    return answer.updateInventoryProvider;
  };
}
