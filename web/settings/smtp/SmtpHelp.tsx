import styles from '../Settings.module.css';

const examples = [
  { name: 'Gmail', host: 'smtp.gmail.com', port: '587', security: 'TLS/STARTTLS' },
  { name: 'Outlook', host: 'smtp-mail.outlook.com', port: '587', security: 'TLS/STARTTLS' },
  { name: 'Yahoo', host: 'smtp.mail.yahoo.com', port: '587', security: 'TLS/STARTTLS' },
];

export function SmtpHelp() {
  return (
    <aside className={`padding-5 rounded-panel on-foam ${styles.help}`} aria-labelledby="smtp-help">
      <h2 id="smtp-help">Which values do I need?</h2>
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
