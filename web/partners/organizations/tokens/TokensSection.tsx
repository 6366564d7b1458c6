import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  TokensSection_organization$data,
  TokensSection_organization$key,
} from '#web/__generated__/TokensSection_organization.graphql.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { DialogButton } from '#web/ui/dialogs/DialogButton.tsx';
import { LocalDay, LocalTime } from '#web/ui/words/LocalTime.tsx';
import { NewToken } from './NewToken.tsx';
import styles from '../Organization.module.css';
import { tokenScopes } from './tokenScopes.ts';
import { tokenState } from './tokenState.ts';
import { useTarget } from '#web/ui/dialogs/useTarget.ts';
import type { TokensSectionRevokeMutation } from '#web/__generated__/TokensSectionRevokeMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { ConfirmForm } from '#web/ui/forms/ConfirmForm.tsx';

interface TokensSectionProps {
  organization: TokensSection_organization$key;
  refresh: () => Promise<void>;
}

type Token = TokensSection_organization$data['tokens'][number];

export function TokensSection({ organization, refresh }: TokensSectionProps) {
  const { databaseId, status, viewerRole, tokens } = useFragment<TokensSection_organization$key>(
    graphql`
      fragment TokensSection_organization on Organization {
        databaseId
        status
        viewerRole
        tokens {
          id
          name
          mode
          hint
          scopes
          createdAt
          expiresAt
          revokedAt
          lastUsedAt
          lastUsedAddress
        }
      }
    `,
    organization,
  );
  const list = useRef<HTMLUListElement>(null);
  const revoked = useTarget<Token>(() => list.current);
  const canDevelop = viewerRole === 'OWNER' || viewerRole === 'DEVELOPER';
  const mayMake = canDevelop && (status === 'APPROVED' || status === 'PENDING');
  return (
    <Panel
      title="Tokens"
      icon="key"
      action={
        mayMake && (
          <DialogButton label="Make a Token" name="new" title="Make a token" isWide>
            <NewToken
              organizationId={databaseId}
              isApproved={status === 'APPROVED'}
              onMade={() => void refresh()}
            />
          </DialogButton>
        )
      }
    >
      {tokens.length === 0 ? (
        <p className="soft">
          No tokens yet. A program sends one with each call;{' '}
          <Link to="/developers">the developer pages</Link> show how.
        </p>
      ) : (
        <ul ref={list} tabIndex={-1} className={styles.rows} aria-label="Tokens">
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              onRevoke={canDevelop ? () => revoked.open(token) : undefined}
            />
          ))}
        </ul>
      )}
      <FormDialog title="Revoke this token?" {...revoked.dialog}>
        {revoked.target && <RevokeTokenForm token={revoked.target} />}
      </FormDialog>
    </Panel>
  );
}

interface TokenRowProps {
  token: Token;
  /** Undefined for viewers. */
  onRevoke: (() => void) | undefined;
}

function TokenRow({ token, onRevoke }: TokenRowProps) {
  const { name, mode, hint, scopes, createdAt, expiresAt, revokedAt } = token;
  const [now] = useState(Date.now);
  const isOver = revokedAt != null || Date.parse(expiresAt) <= now;
  return (
    <li>
      <div className={styles.token}>
        <p className="semibold">{name}</p>
        <p>
          <code>{`${mode === 'TEST' ? 'tw_test_' : 'tw_live_'}…${hint}`}</code>
        </p>
        <ul className={`cluster gap-2 row-gap-1 ${styles.scopes}`} aria-label={`Scopes of ${name}`}>
          {scopes.map((scope) => (
            <li className="pill on-foam text-14 medium" key={scope}>
              {tokenScopes[scope]?.label ?? scope}
            </li>
          ))}
        </ul>
        <p className="soft">
          {token.lastUsedAt ? (
            <>
              Last used <LocalTime instant={token.lastUsedAt} />
              {token.lastUsedAddress && ` from ${token.lastUsedAddress}`}
            </>
          ) : (
            'Never used'
          )}
        </p>
        <p className="soft">
          Made <LocalDay instant={createdAt} /> ·{' '}
          {revokedAt != null ? 'revoked' : isOver ? 'expired' : 'expires'}{' '}
          <LocalDay instant={revokedAt ?? expiresAt} />
        </p>
      </div>
      <div className={styles.ways}>
        <StatusBadge status={tokenState(token, now)} />
        {onRevoke && !isOver && (
          <Button
            variant="text"
            color="error"
            aria-haspopup="dialog"
            aria-label={`Revoke ${name}`}
            onClick={onRevoke}
          >
            Revoke
          </Button>
        )}
      </div>
    </li>
  );
}

function RevokeTokenForm({ token }: { token: { id: string; name: string; hint: string } }) {
  const [revoke] = useCommand<TokensSectionRevokeMutation>(graphql`
    mutation TokensSectionRevokeMutation($id: ID!) {
      revokeApiToken(id: $id) {
        ... on RevokeApiTokenPayload {
          token {
            id
            revokedAt
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <ConfirmForm
      label="Revoke Token"
      busyLabel="Revoking…"
      color="error"
      cancelLabel="Keep It"
      fallbackMessage="The token could not be revoked. Please try again"
      run={async () => {
        await revoke({ id: token.id });
        return { title: 'Token revoked', description: token.name };
      }}
    >
      <p>
        <strong>{token.name}</strong> (…{token.hint}) is refused from this moment on, and can&apos;t
        be brought back. Programs that use it stop working until they get another.
      </p>
    </ConfirmForm>
  );
}
