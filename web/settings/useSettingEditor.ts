import { RefusedError } from '#web/relay/refusal.ts';
import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { useSettingEditorMutation } from '../__generated__/useSettingEditorMutation.graphql.ts';
import { showToast } from '../ui/feedback/toastStore.ts';
import { useUnsavedWork } from '../ui/dialogs/unsavedWork.ts';
import { useMutation } from '../relay/useMutation.ts';
import { showServersFailure } from './serversWords.ts';
import type { Setting } from './settings.ts';

/** An unsaved value, and the version it is based on. */
interface Draft {
  value: string;
  version: number;
}

export interface SettingEditor {
  /** The draft, or else the stored value. */
  valueOf: (setting: Setting) => string;
  isChanged: (key: string) => boolean;
  errorOf: (key: string) => string | undefined;
  /** Whether someone else has saved the setting since the draft was started. */
  isBehind: (setting: Setting) => boolean;
  /**
   * Sets the draft.
   * @param stored The value that counts as unchanged.
   */
  change: (setting: Setting, value: string, stored?: string) => void;
  /** Discards the draft, or bases it on the other person's version. */
  settle: (setting: Setting, keep: 'theirs' | 'mine') => void;
  isSaving: boolean;
  save: (settings: readonly Setting[], toast: { done: string; failed: string }) => Promise<void>;
  refresh: () => Promise<void>;
}

/**
 * The page's unsaved edits, which stay when its tabs change.
 * @param refresh Reloads the settings of the whole page.
 */
export function useSettingEditor(refresh: () => Promise<void>): SettingEditor {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [saveSettings, isSaving] = useMutation<useSettingEditorMutation>(useSettingEditorMutation);

  useUnsavedWork(Object.keys(drafts).length > 0, 'another page');

  const save: SettingEditor['save'] = async (settings, toast) => {
    const changes = settings.flatMap(({ key }) => {
      const draft = drafts[key];
      return draft ? [{ key, ...draft }] : [];
    });
    if (changes.length === 0 || isSaving) return;
    const keys = changes.map(({ key }) => key);
    try {
      const { saveSettings: result } = await saveSettings({ input: { changes } });
      setErrors((current) => without(current, keys));
      if (!result || result.error) {
        const found = (result?.error?.fieldErrors ?? []).map(({ field, message }) => [
          field,
          message,
        ]);
        setErrors((current) => ({ ...current, ...Object.fromEntries(found) }));
        // After a conflict, shows what the other administrator saved.
        if (result?.error?.__typename === 'ConflictError') await refresh();
        throw new RefusedError(result?.error);
      }
      setDrafts((current) => without(current, keys));
      await refresh();
      showToast({ title: toast.done });
    } catch (error) {
      showServersFailure(toast.failed, error);
    }
  };

  return {
    valueOf: ({ key, value }) => drafts[key]?.value ?? value,
    isChanged: (key) => key in drafts,
    errorOf: (key) => errors[key],
    isBehind: ({ key, version }) => (drafts[key]?.version ?? version) < version,
    change: ({ key, value: saved, version }, value, stored = saved) => {
      setErrors((current) => without(current, [key]));
      setDrafts((current) =>
        value === stored
          ? without(current, [key])
          : { ...current, [key]: { value, version: current[key]?.version ?? version } },
      );
    },
    settle: ({ key, version }, keep) => {
      setErrors((current) => without(current, [key]));
      setDrafts((current) => {
        const draft = current[key];
        return keep === 'mine' && draft
          ? { ...current, [key]: { ...draft, version } }
          : without(current, [key]);
      });
    },
    isSaving,
    save,
    refresh,
  };
}

const useSettingEditorMutation = graphql`
  mutation useSettingEditorMutation($input: SaveSettingsInput!) {
    saveSettings(input: $input) {
      ... on SaveSettingsPayload {
        settings {
          id
          value
          version
          problem
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

function without<TValue>(
  record: Readonly<Record<string, TValue>>,
  keys: readonly string[],
): Record<string, TValue> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
