import { IconButton } from '../ui/basics/IconButton.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import { GuardedButton } from './GuardedButton.tsx';
import { SettingField } from './SettingField.tsx';
import styles from './Settings.module.css';
import { labelOf, type Setting } from './settings.ts';
import type { SettingEditor } from './useSettingEditor.ts';

interface SettingRowProps {
  setting: Setting;
  editor: SettingEditor;
  onDelete: (setting: Setting) => void;
}

export function SettingRow({ setting, editor, onDelete }: SettingRowProps) {
  const { key, category, description, isEncrypted } = setting;
  const label = labelOf(key);
  return (
    <li className={`stack gap-3 padding-y-4 ${styles.row}`} aria-label={key}>
      <div className={`flex gap-3 at-top between ${styles.rowHead}`}>
        <div className="shrink breaks">
          <h3 className="row wrap gap-1 row-gap-2px text-17">
            {label !== undefined && <>{label} </>}
            <code className={label && `soft text-13 regular ${styles.key}`}>{key}</code>
            {isEncrypted && (
              <span className={`inline gap-6px pill nowrap ${styles.encrypted}`}>
                <Icon name="key" size={16} />
                Encrypted
              </span>
            )}
          </h3>
          {description && <p className="soft text-15-5 breaks">{description}</p>}
        </div>
        <IconButton aria-label={`Delete ${key}`} onClick={() => onDelete(setting)}>
          <Icon name="trash" size={20} />
        </IconButton>
      </div>
      <SettingField setting={setting} editor={editor} isMultiline isLabelHidden />
      {category !== 'smtp' && editor.isChanged(key) && (
        <div className="flex gap-2">
          <GuardedButton
            variant="contained"
            isBlocked={editor.isSaving}
            onClick={() =>
              void editor.save([setting], {
                done: 'Setting updated successfully',
                failed: 'Failed to update setting',
              })
            }
          >
            Save
          </GuardedButton>
          <GuardedButton
            variant="text"
            color="inherit"
            isBlocked={editor.isSaving}
            onClick={() => editor.settle(setting, 'theirs')}
          >
            Discard
          </GuardedButton>
        </div>
      )}
    </li>
  );
}
