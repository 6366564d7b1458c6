import { plural } from '#common/numbers.ts';
import { NothingYet } from './NothingYet.tsx';
import { SettingRow } from './SettingRow.tsx';
import styles from './Settings.module.css';
import { inFormOrder, type Setting } from './settings.ts';
import { SmtpSaveButton, SmtpState } from './smtp/SmtpState.tsx';
import type { SettingEditor } from './useSettingEditor.ts';

interface AllSettingsProps {
  settings: readonly Setting[];
  editor: SettingEditor;
  onDelete: (setting: Setting) => void;
}

export function AllSettings({ settings, editor, onDelete }: AllSettingsProps) {
  if (settings.length === 0) {
    return (
      <section className={styles.panel} aria-labelledby="all-heading">
        <div className={styles.panelHead}>
          <h2 id="all-heading">All Settings</h2>
        </div>
        <NothingYet icon="filter" title="No settings yet">
          What you add is listed here by category.
        </NothingYet>
      </section>
    );
  }
  return [...byCategory(settings)].map(([category, group]) => (
    <section key={category} className={styles.panel} aria-label={category}>
      <div className={styles.panelHead}>
        <h2>
          <span className={styles.category}>{category === 'smtp' ? 'SMTP' : category}</span>{' '}
          <span className={`soft nowrap ${styles.count}`}>{plural(group.length, 'setting')}</span>
        </h2>
        {category === 'smtp' && <SmtpState settings={group} editor={editor} />}
      </div>
      <ul className="ruled">
        {inFormOrder(group).map((setting) => (
          <SettingRow key={setting.id} setting={setting} editor={editor} onDelete={onDelete} />
        ))}
      </ul>
      {category === 'smtp' && (
        <div className={`cluster gap-3 margin-top-5 line-above ${styles.panelActions}`}>
          <SmtpSaveButton settings={group} editor={editor} />
        </div>
      )}
    </section>
  ));
}

function byCategory(settings: readonly Setting[]): Map<string, Setting[]> {
  const categories = new Map<string, Setting[]>();
  for (const setting of settings) {
    const group = categories.get(setting.category) ?? [];
    categories.set(setting.category, [...group, setting]);
  }
  return categories;
}
