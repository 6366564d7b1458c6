import { useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  MembersSection_organization$data,
  MembersSection_organization$key,
} from '#web/__generated__/MembersSection_organization.graphql.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { DialogButton } from '#web/ui/dialogs/DialogButton.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import styles from '../Organization.module.css';
import { InviteForm } from './InviteForm.tsx';
import { MemberRoleForm } from './MemberRoleForm.tsx';
import { organizationRoles } from '../organizationRoles.ts';
import { RemoveMemberForm } from './RemoveMemberForm.tsx';
import { useTarget } from '#web/ui/dialogs/useTarget.ts';
import { WithdrawInvitationForm } from './WithdrawInvitationForm.tsx';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

interface MembersSectionProps {
  organization: MembersSection_organization$key;
  viewerId: string;
}

export function MembersSection({ organization, viewerId }: MembersSectionProps) {
  const { databaseId, name, viewerRole, members, invitations } =
    useFragment<MembersSection_organization$key>(
      graphql`
        fragment MembersSection_organization on Organization {
          databaseId
          name
          viewerRole
          members {
            userId
            name
            role
            isOpener
            createdAt
          }
          invitations {
            email
            role
            expiresAt
          }
        }
      `,
      organization,
    );
  const list = useRef<HTMLUListElement>(null);
  const focusList = () => list.current;
  const changed = useTarget<Member>(focusList);
  const removed = useTarget<Member>(focusList);
  const withdrawn = useTarget<string>(focusList);
  const isOwner = viewerRole === 'OWNER';
  const isLeaving = removed.target?.userId === viewerId;
  return (
    <>
      <Panel
        title="Members"
        icon="user"
        action={
          isOwner && (
            <DialogButton label="Invite a Colleague" name="invite" title="Invite a colleague">
              <InviteForm organizationId={databaseId} />
            </DialogButton>
          )
        }
      >
        <ul ref={list} tabIndex={-1} className={styles.rows} aria-label="Members">
          {members.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              isViewer={member.userId === viewerId}
              isViewerOwner={isOwner}
              onChange={() => changed.open(member)}
              onRemove={() => removed.open(member)}
            />
          ))}
        </ul>
      </Panel>
      {invitations.length > 0 && (
        <Invitations invitations={invitations} onWithdraw={isOwner ? withdrawn.open : undefined} />
      )}
      <FormDialog title="Change the role" {...changed.dialog}>
        {changed.target && <MemberRoleForm organizationId={databaseId} member={changed.target} />}
      </FormDialog>
      <FormDialog
        title={isLeaving ? 'Leave this organization?' : 'Remove this member?'}
        {...removed.dialog}
      >
        {removed.target && (
          <RemoveMemberForm
            organizationId={databaseId}
            organizationName={name}
            member={removed.target}
            isLeaving={isLeaving}
          />
        )}
      </FormDialog>
      <FormDialog title="Withdraw this invitation?" {...withdrawn.dialog}>
        {withdrawn.target !== undefined && (
          <WithdrawInvitationForm organizationId={databaseId} email={withdrawn.target} />
        )}
      </FormDialog>
    </>
  );
}

type Member = MembersSection_organization$data['members'][number];

interface MemberRowProps {
  member: Member;
  isViewer: boolean;
  isViewerOwner: boolean;
  onChange: () => void;
  onRemove: () => void;
}

function MemberRow({ member, isViewer, isViewerOwner, onChange, onRemove }: MemberRowProps) {
  const { name, role, isOpener, createdAt } = member;
  return (
    <li>
      <div>
        <p className="semibold">
          {name}
          {isViewer && ' (you)'}
        </p>
        <p className="soft">
          {organizationRoles[role]?.label} since <LocalDay instant={createdAt} />
        </p>
        {isOpener && <p className="soft">Tokens work on the weeks of this member</p>}
      </div>
      <div className={styles.ways}>
        {isViewerOwner && !isOpener && (
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            aria-label={`Change the role of ${name}`}
            onClick={onChange}
          >
            Change Role
          </Button>
        )}
        {!isOpener && (isViewerOwner || isViewer) && (
          <Button
            variant="text"
            color="inherit"
            aria-haspopup="dialog"
            aria-label={isViewer ? 'Leave the organization' : `Remove ${name}`}
            onClick={onRemove}
          >
            {isViewer ? 'Leave' : 'Remove'}
          </Button>
        )}
      </div>
    </li>
  );
}

interface InvitationsProps {
  invitations: MembersSection_organization$data['invitations'];
  /** Undefined unless the viewer is an owner. */
  onWithdraw: ((email: string) => void) | undefined;
}

function Invitations({ invitations, onWithdraw }: InvitationsProps) {
  return (
    <Panel title="Invitations" icon="mail">
      <ul className={styles.rows} aria-label="Invitations">
        {invitations.map(({ email, role, expiresAt }) => (
          <li key={email}>
            <div>
              <p className="semibold">
                <EmailText email={email} />
              </p>
              <p className="soft">
                Works until <LocalDay instant={expiresAt} />
              </p>
            </div>
            <div className={styles.ways}>
              <StatusBadge
                status={{ tone: 'quiet', label: organizationRoles[role]?.label ?? '' }}
              />
              {onWithdraw && (
                <Button
                  variant="text"
                  color="inherit"
                  aria-haspopup="dialog"
                  aria-label={`Withdraw the invitation to ${email}`}
                  onClick={() => onWithdraw(email)}
                >
                  Withdraw
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
