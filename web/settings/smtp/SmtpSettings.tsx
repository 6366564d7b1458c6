import { graphql } from 'react-relay/hooks';
import type { SmtpSettingsInitializeMutation } from '#web/__generated__/SmtpSettingsInitializeMutation.graphql.ts';
import type { SmtpSettingsTestMutation } from '#web/__generated__/SmtpSettingsTestMutation.graphql.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { GuardedButton } from '../GuardedButton.tsx';
import { NothingYet } from '../NothingYet.tsx';
import { showServersFailure } from '../serversWords.ts';
import { SettingField } from '../SettingField.tsx';
import styles from '../Settings.module.css';
import { inFormOrder, type Setting } from '../settings.ts';
import { SmtpSaveButton, SmtpState } from './SmtpState.tsx';
import type { SettingEditor } from '../useSettingEditor.ts';

interface SmtpSettingsProps {
  settings: readonly Setting[];
  editor: SettingEditor;
}

export function SmtpSettings({ settings, editor }: SmtpSettingsProps) {
  return (
    <div className={`stack gap-5 at-top ${styles.withHelp}`}>
      <section className={styles.panel} aria-labelledby="smtp-heading">
        <div className={styles.panelHead}>
          <h2 id="smtp-heading">SMTP Settings</h2>
          <SmtpState settings={settings} editor={editor} />
        </div>
        {settings.length === 0 ? (
          <NothingYet icon="mail" title="No SMTP settings configured yet">
            {'Click "Initialize SMTP Settings" to get started'}
          </NothingYet>
        ) : (
          <div className={styles.smtpFields}>
            {inFormOrder(settings).map((setting) => (
              <SettingField key={setting.id} setting={setting} editor={editor} />
            ))}
          </div>
        )}
        <div className={`cluster gap-3 margin-top-5 line-above ${styles.panelActions}`}>
          <SmtpSaveButton settings={settings} editor={editor} />
          <TestButton settings={settings} editor={editor} />
          <InitializeButton editor={editor} isFirstStep={settings.length === 0} />
        </div>
      </section>
      <SmtpHelp />
    </div>
  );
}

function TestButton({ settings, editor }: SmtpSettingsProps) {
  const [sendTestMail, isTesting] = useCommand<SmtpSettingsTestMutation>(graphql`
    mutation SmtpSettingsTestMutation {
      sendTestMail {
        ... on SendTestMailPayload {
          success
          message
          messageId
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const test = async () => {
    try {
      const result = await sendTestMail({});
      if (!result.success) throw new Error(result.message);
      showToast({
        title: 'SMTP Test Successful!',
        description: `${result.message} Message ID: ${result.messageId?.slice(0, 8)}`,
      });
    } catch (error) {
      showServersFailure(
        'SMTP Test Failed',
        error,
        'Please check your configuration and try again.',
      );
    }
  };
  const isUnsaved = settings.some(({ key }) => editor.isChanged(key));
  const explain = () =>
    showToast({
      title: 'Save Settings First',
      description: 'Please save your SMTP settings before testing the connection',
      variant: 'destructive',
    });
  return (
    <GuardedButton
      variant="quiet"
      startIcon={<Icon name="mail" size={20} />}
      isBlocked={isUnsaved || isTesting || settings.length === 0}
      onClick={() => void test()}
      {...(isUnsaved && { onBlocked: explain })}
    >
      {isTesting ? 'Testing...' : 'Test Connection'}
    </GuardedButton>
  );
}

interface InitializeButtonProps {
  editor: SettingEditor;
  /** Whether it is the only possible action. */
  isFirstStep: boolean;
}

function InitializeButton({ editor, isFirstStep }: InitializeButtonProps) {
  const [initialize, isInitializing] = useCommand<SmtpSettingsInitializeMutation>(graphql`
    mutation SmtpSettingsInitializeMutation {
      initializeSmtpSettings {
        ... on InitializeSmtpSettingsPayload {
          settings {
            id
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const run = async () => {
    try {
      await initialize({});
      await editor.refresh();
      showToast({
        title: 'SMTP settings initialized',
        description: 'Please configure the values',
      });
    } catch (error) {
      showServersFailure('Failed to initialize SMTP settings', error);
    }
  };
  return (
    <GuardedButton
      variant={isFirstStep ? 'contained' : 'text'}
      color={isFirstStep ? 'secondary' : 'inherit'}
      isBlocked={isInitializing}
      onClick={() => void run()}
    >
      Initialize SMTP Settings
    </GuardedButton>
  );
}

const examples = [
  { name: 'Gmail', host: 'smtp.gmail.com', port: '587', security: 'TLS/STARTTLS' },
  { name: 'Outlook', host: 'smtp-mail.outlook.com', port: '587', security: 'TLS/STARTTLS' },
  { name: 'Yahoo', host: 'smtp.mail.yahoo.com', port: '587', security: 'TLS/STARTTLS' },
];

function SmtpHelp() {
  return (
    <aside className={`padding-5 rounded-panel on-foam ${styles.help}`} aria-labelledby="smtp-help">
      <h2 className="text-24" id="smtp-help">
        Which values do I need?
      </h2>
      <dl className={`stack gap-5 row-gap-3 margin-top-4 ${styles.examples}`}>
        {examples.map(({ name, host, port, security }) => (
          <div key={name}>
            <dt className="semibold">{name}</dt>
            <dd className="stack text-15-5">
              <code>{host}</code>
              <span>
                Port {port}, {security}
              </span>
            </dd>
          </div>
        ))}
        <div>
          <dt className="semibold">SSL</dt>
          <dd className="stack text-15-5">Port 465, encrypted from the first byte</dd>
        </div>
        <div>
          <dt className="semibold">No security</dt>
          <dd className="stack text-15-5">Port 25, for servers on your own network only</dd>
        </div>
      </dl>
      <p className="margin-top-4 text-15-5 pretty">
        Gmail, Outlook and Yahoo want an app password, which you make in the security settings of
        the account.
      </p>
    </aside>
  );
}
