import styles from '../Settings.module.css';

const examples = [
  { name: 'Gmail', host: 'smtp.gmail.com', port: '587', security: 'TLS/STARTTLS' },
  { name: 'Outlook', host: 'smtp-mail.outlook.com', port: '587', security: 'TLS/STARTTLS' },
  { name: 'Yahoo', host: 'smtp.mail.yahoo.com', port: '587', security: 'TLS/STARTTLS' },
];

export function SmtpHelp() {
  return (
    <aside className={styles.help} aria-labelledby="smtp-help">
      <h2 id="smtp-help">Which values do I need?</h2>
      <dl className={styles.examples}>
        {examples.map(({ name, host, port, security }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{host}</code>
              <span>
                Port {port}, {security}
              </span>
            </dd>
          </div>
        ))}
        <div>
          <dt>SSL</dt>
          <dd>Port 465, encrypted from the first byte</dd>
        </div>
        <div>
          <dt>No security</dt>
          <dd>Port 25, for servers on your own network only</dd>
        </div>
      </dl>
      <p>
        Gmail, Outlook and Yahoo want an app password, which you make in the security settings of
        the account.
      </p>
    </aside>
  );
}
