import { Icon } from '#web/ui/basics/Icon.tsx';
import { GuardedButton } from '../GuardedButton.tsx';
import styles from '../Settings.module.css';
import type { Setting } from '../settings.ts';
import type { SettingEditor } from '../useSettingEditor.ts';

interface SmtpStateProps {
  settings: readonly Setting[];
  editor: SettingEditor;
}

export function SmtpState({ settings, editor }: SmtpStateProps) {
  const isUnsaved = settings.some(({ key }) => editor.isChanged(key));
  return (
    <p role="status" className="flex">
      {isUnsaved && (
        <span className={`inline gap-6px pill nowrap on-sun ${styles.unsaved}`}>
          Unsaved Changes
        </span>
      )}
      {!isUnsaved && settings.length > 0 && (
        <span className={`inline gap-6px pill nowrap on-foam teal ${styles.saved}`}>
          <Icon name="check" size={18} />
          Settings saved
        </span>
      )}
    </p>
  );
}

export function SmtpSaveButton({ settings, editor }: SmtpStateProps) {
  const isUnsaved = settings.some(({ key }) => editor.isChanged(key));
  return (
    <GuardedButton
      variant="contained"
      isBlocked={!isUnsaved || editor.isSaving}
      aria-busy={editor.isSaving}
      onClick={() =>
        void editor.save(settings, {
          done: 'SMTP settings saved successfully!',
          failed: 'Failed to save settings',
        })
      }
    >
      Save SMTP Settings
    </GuardedButton>
  );
}
