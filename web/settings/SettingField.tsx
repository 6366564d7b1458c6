import { Button } from '../ui/basics/Button.tsx';
import { TextField } from '../ui/material/TextField.ts';
import { useId, useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { SettingFieldRevealMutation } from '../__generated__/SettingFieldRevealMutation.graphql.ts';
import passwordStyles from '../ui/forms/fields/PasswordField.module.css';
import { optionsOf } from '../ui/forms/fields/Select.tsx';
import { useMutation } from '../relay/useMutation.ts';
import { showServersFailure } from './serversWords.ts';
import styles from './Settings.module.css';
import { hintOf, isMask, labelOf, typedOver, type Setting } from './settings.ts';
import type { SettingEditor } from './useSettingEditor.ts';

interface SettingFieldProps {
  setting: Setting;
  editor: SettingEditor;
  /** Whether the value has several lines, unless it is a secret. */
  isMultiline?: boolean;
  /** Whether a heading beside the field already names it. */
  isLabelHidden?: boolean;
}

export function SettingField(props: SettingFieldProps) {
  const { setting, editor } = props;
  const Field = setting.isEncrypted
    ? SecretField
    : setting.key === 'smtp_secure'
      ? SecurityField
      : PlainField;
  return (
    <div className="stack gap-3 packed shrink">
      <Field {...props} />
      {editor.isBehind(setting) && <Conflict setting={setting} editor={editor} />}
    </div>
  );
}

function useFieldProps({ setting, editor, isLabelHidden = false }: SettingFieldProps) {
  const { key, description, problem } = setting;
  const error = editor.errorOf(key) ?? problem ?? undefined;
  const label = labelOf(key);
  const id = useId();
  return {
    id,
    name: key,
    label: isLabelHidden ? undefined : <FieldLabel name={key} label={label} />,
    ariaLabel: isLabelHidden ? { 'aria-label': `Value of ${key}` } : {},
    error: error !== undefined,
    helperText: error ?? hintOf(key) ?? (isLabelHidden ? undefined : description),
  };
}

function FieldLabel({ name, label }: { name: string; label: string | undefined }) {
  return label === undefined ? (
    name
  ) : (
    <>
      {label} <code className={`soft text-13 regular ${styles.key}`}>{name}</code>
    </>
  );
}

function PlainField(props: SettingFieldProps) {
  const { setting, editor, isMultiline = false } = props;
  const { ariaLabel, ...field } = useFieldProps(props);
  return (
    <TextField
      {...field}
      value={editor.valueOf(setting)}
      onChange={(event) => editor.change(setting, event.target.value)}
      multiline={isMultiline}
      minRows={isMultiline && setting.category !== 'smtp' ? 2 : 1}
      maxRows={12}
      autoComplete="off"
      slotProps={{ htmlInput: { ...ariaLabel, spellCheck: isMultiline } }}
    />
  );
}

const securities = [
  { value: 'none', label: 'None (Insecure)' },
  { value: 'tls', label: 'TLS/STARTTLS (Recommended)' },
  { value: 'ssl', label: 'SSL (Legacy)' },
];

function SecurityField(props: SettingFieldProps) {
  const { setting, editor } = props;
  const { ariaLabel, ...field } = useFieldProps(props);
  const value = editor.valueOf(setting);
  // A value written directly to the database may be unknown.
  const unknown = securities.some((security) => security.value === value)
    ? []
    : [{ value, label: value }];
  return (
    <TextField
      {...field}
      select
      value={value}
      onChange={(event) => editor.change(setting, event.target.value)}
      slotProps={{ select: { native: true }, htmlInput: ariaLabel }}
    >
      {optionsOf([...unknown, ...securities])}
    </TextField>
  );
}

/** Masked until an administrator reveals it, which the audit log records. */
function SecretField(props: SettingFieldProps) {
  const { setting, editor } = props;
  const { ariaLabel, ...field } = useFieldProps(props);
  const { key } = setting;
  const isChanged = editor.isChanged(key);
  const { isShown, isRevealing, stored, toggle } = useReveal(setting, isChanged);
  const value = isChanged ? editor.valueOf(setting) : stored;
  const isOfLines = value.includes('\n');
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      // A field of one line would drop line breaks.
      multiline={isShown && isOfLines}
      maxRows={12}
      value={value}
      onFocus={(event) => isMask(value) && event.target.select()}
      onChange={(event) =>
        editor.change(
          setting,
          isMask(value) ? typedOver(event.target.value) : event.target.value,
          stored,
        )
      }
      autoComplete="new-password"
      slotProps={{
        htmlInput: {
          ...ariaLabel,
          readOnly: !isShown && isOfLines,
          autoCapitalize: 'none',
          autoCorrect: 'off',
          spellCheck: false,
        },
        input: {
          endAdornment: (
            <button
              type="button"
              className={passwordStyles.toggle}
              aria-label={`${isShown ? 'Hide' : 'Show'} ${key}`}
              aria-busy={isRevealing}
              onClick={() => void toggle()}
            >
              {isShown ? 'Hide' : 'Show'}
            </button>
          ),
        },
      }}
    />
  );
}

/** Whether a secret is shown, and its stored value if known to this page. */
function useReveal({ key, value, version }: Setting, isChanged: boolean) {
  const [isShown, setIsShown] = useState(false);
  const [revealed, setRevealed] = useState<{ value: string; version: number }>();
  const [reveal, isRevealing] = useMutation<SettingFieldRevealMutation>(settingFieldRevealMutation);

  const toggle = async () => {
    if (isShown) {
      setIsShown(false);
      setRevealed(undefined);
      return;
    }
    if (isChanged || !isMask(value)) {
      setIsShown(true);
      return;
    }
    if (isRevealing) return;
    try {
      const { revealSetting: result } = await reveal({ input: { key } });
      if (result?.value === undefined) throw new Error(result?.error?.message);
      setRevealed({ value: result.value, version });
      setIsShown(true);
    } catch (error) {
      showServersFailure(`${labelOf(key) ?? key} could not be shown`, error);
    }
  };

  const isSeen = isShown && revealed?.version === version;
  return { isShown, isRevealing, stored: isSeen ? revealed.value : value, toggle };
}

const settingFieldRevealMutation = graphql`
  mutation SettingFieldRevealMutation($input: RevealSettingInput!) {
    revealSetting(input: $input) {
      ... on RevealSettingPayload {
        value
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

/** Shown if someone else saved first, to choose the value to keep. */
function Conflict({ setting, editor }: { setting: Setting; editor: SettingEditor }) {
  return (
    <div
      className="notice text-15-5 breaks"
      role="group"
      aria-label={`Two changes of ${labelOf(setting.key) ?? setting.key}`}
    >
      <p>
        Someone else changed this meanwhile.{' '}
        {setting.isEncrypted ? (
          'Their value is hidden.'
        ) : (
          <>
            It now says <strong>{setting.value === '' ? 'nothing' : setting.value}</strong>.
          </>
        )}
      </p>
      <div className="cluster gap-3 margin-top-3">
        <Button variant="quiet" size="small" onClick={() => editor.settle(setting, 'theirs')}>
          Use Theirs
        </Button>
        <Button variant="quiet" size="small" onClick={() => editor.settle(setting, 'mine')}>
          Keep Mine
        </Button>
      </div>
    </div>
  );
}
