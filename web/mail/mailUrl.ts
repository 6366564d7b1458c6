/** The search and page of the mail log in a URL. */
export interface MailSearch {
  status: 'WAITING' | 'SENT' | 'FAILED' | undefined;
  /** Part of a name or an email address; empty for everybody. */
  recipient: string;
  after?: string;
  before?: string;
}

const statuses = { waiting: 'WAITING', sent: 'SENT', failed: 'FAILED' } as const;

export function mailSearchOf(params: URLSearchParams): MailSearch {
  const status = params.get('status') ?? '';
  const after = params.get('after');
  const before = params.get('before');
  return {
    status: isStatus(status) ? statuses[status] : undefined,
    recipient: (params.get('q') ?? '').trim(),
    ...(before ? { before } : after ? { after } : {}),
  };
}

/** The path of a search; without a cursor, of its first page. */
export function mailPath({ status, recipient, after, before }: MailSearch): string {
  const params = new URLSearchParams({
    ...(status && { status: status.toLowerCase() }),
    ...(recipient !== '' && { q: recipient }),
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
  });
  return params.size === 0 ? '/admin/mail' : `/admin/mail?${params}`;
}

const isStatus = (text: string): text is keyof typeof statuses => Object.hasOwn(statuses, text);
