import { NothingYet } from './NothingYet.tsx';
import { SettingRow } from './SettingRow.tsx';
import styles from './Settings.module.css';
import type { Setting } from './settings.ts';
import type { SettingEditor } from './useSettingEditor.ts';

interface GeneralSettingsProps {
  settings: readonly Setting[];
  editor: SettingEditor;
  onDelete: (setting: Setting) => void;
}

export function GeneralSettings({ settings, editor, onDelete }: GeneralSettingsProps) {
  return (
    <section className={styles.panel} aria-labelledby="general-heading">
      <div className={styles.panelHead}>
        <h2 id="general-heading">General Settings</h2>
      </div>
      {settings.length === 0 ? (
        <NothingYet icon="filter" title="No general settings configured yet">
          Until then the site says what it came with.
        </NothingYet>
      ) : (
        <ul className="ruled">
          {settings.map((setting) => (
            <SettingRow key={setting.id} setting={setting} editor={editor} onDelete={onDelete} />
          ))}
        </ul>
      )}
    </section>
  );
}
