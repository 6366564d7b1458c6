import { expect } from 'vitest';
import type { TestServer } from '#api/testing/testServer.ts';

interface OrganizationResult {
  __typename: string;
  message?: string;
  fieldErrors?: { field: string; message: string }[];
  organization?: {
    id: string;
    databaseId: string;
    name: string;
    wantedName: string | null;
    status: string;
    version: number;
    viewerRole: string | null;
    members: { userId: string; name: string; role: string; isOpener: boolean }[];
    invitations: { email: string; role: string; expiresAt: string }[];
  } | null;
  userId?: string;
  deletedId?: string;
}

const organization = `organization {
  id databaseId name wantedName website purpose status decisionNote version viewerRole
  members { userId name role isOpener } invitations { email role expiresAt } }`;

const result = (payload: string, selection: string) => `__typename ... on Error { message }
  ... on InvalidInputError { fieldErrors { field message } }
  ... on ConflictError { fieldErrors { field message } }
  ... on ${payload}Payload { ${selection} }`;

const byInput = (name: string, selection = organization) =>
  `mutation ($input: ${name}Input!) {
     result: ${name[0]?.toLowerCase()}${name.slice(1)}(input: $input) { ${result(name, selection)} } }`;

const documents = {
  openOrganization: byInput('OpenOrganization'),
  updateOrganization: byInput('UpdateOrganization'),
  decideOrganization: byInput('DecideOrganization'),
  decideOrganizationName: byInput('DecideOrganizationName'),
  closeOrganization: `mutation ($id: ID!) {
    result: closeOrganization(id: $id) { ${result('CloseOrganization', 'deletedId')} } }`,
  inviteMember: byInput('InviteMember'),
  acceptInvitation: `mutation ($token: String!) {
    result: acceptInvitation(token: $token) { __typename ... on Error { message }
      ... on InvalidInputError { fieldErrors { field message } }
      ... on AcceptInvitationPayload { ${organization} } } }`,
  withdrawInvitation: byInput('WithdrawInvitation'),
  setMemberRole: byInput('SetMemberRole'),
  removeMember: byInput('RemoveMember', `userId ${organization}`),
};

export type OrganizationMutation = keyof typeof documents;

/** Sends a mutation about organizations. */
export const askOrganization = (
  server: Pick<TestServer, 'graphqlText'>,
  name: OrganizationMutation,
  variables: object,
  cookie?: string,
) =>
  server.graphqlText<{ result: OrganizationResult | null }>(
    documents[name],
    { ...variables },
    { cookie },
  );

/** The result of a mutation that was executed. */
export async function changeOrganization(
  ...call: Parameters<typeof askOrganization>
): Promise<OrganizationResult> {
  const { data, errors } = await askOrganization(...call);
  expect(errors).toEqual([]);
  if (!data?.result) throw new Error('There is no result');
  return data.result;
}

/** While the work runs, every row that is added to a table is refused with an unexpected error. */
export async function withBrokenTable(
  { pool }: Pick<TestServer, 'pool'>,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  await pool.query(`
    CREATE FUNCTION break_table() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
    CREATE TRIGGER break_table BEFORE INSERT ON ${table}
      FOR EACH ROW EXECUTE FUNCTION break_table()`);
  try {
    await work();
  } finally {
    await pool.query('DROP FUNCTION break_table() CASCADE');
  }
}
