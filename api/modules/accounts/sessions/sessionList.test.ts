import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { cookieOf, createUser, globalId, password, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { deviceName } from './sessionList.ts';
import { viewerQuery } from '../testing/operations.ts';

const sessionsQuery = graphql(`
  query Sessions {
    viewer {
      sessions {
        id
        createdAt
        device
        address
        isCurrent
      }
    }
  }
`);

const endSessionMutation = graphql(`
  mutation EndSession($input: EndSessionInput!) {
    endSession(input: $input) {
      __typename
      ... on EndSessionPayload {
        ended
        user {
          sessions {
            id
            isCurrent
          }
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

const endOtherSessionsMutation = graphql(`
  mutation EndOtherSessions($input: EndOtherSessionsInput!) {
    endOtherSessions(input: $input) {
      __typename
      ... on EndOtherSessionsPayload {
        ended
        user {
          sessions {
            id
            isCurrent
          }
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const sessionsSeenBy = async (cookie: string) =>
  (await server.graphql(sessionsQuery, {}, { cookie })).data?.viewer?.sessions ?? [];

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await server.graphql(viewerQuery, {}, { cookie })).data?.viewer !== null;

describe('the list of sessions', () => {
  it('has those of the viewer, the current one first, without credentials', async () => {
    const user = await createUser(server);
    await signedInUser(server);
    const phone = await cookieOf(server, user);
    const laptop = await cookieOf(server, user);
    const answer = await server.graphql(sessionsQuery, {}, { cookie: phone });
    const sessions = answer.data?.viewer?.sessions ?? [];
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(sessions[0]).toMatchObject({ device: 'a test', address: '127.0.0.1' });
    const rows = await server.prisma.session.findMany({ where: { userId: user.id } });
    for (const secret of [...rows.map(({ id }) => id), phone, laptop]) {
      expect(answer.text).not.toContain(secret.replace('tideweek=', ''));
    }
    // The listed id is neither a session id nor its hash.
    const [{ id } = { id: '' }] = sessions;
    expect(await isSignedIn(`tideweek=${id}`)).toBe(false);
  });

  it('leaves out expired sessions', async () => {
    const { user, cookie } = await signedInUser(server);
    await server.prisma.session.create({
      data: { id: 'over', userId: user.id, expiresAt: new Date(Date.now() - 1000) },
    });
    expect(await sessionsSeenBy(cookie)).toHaveLength(1);
  });

  it('is hidden from everyone else, even administrators', async () => {
    const { user } = await signedInUser(server);
    const admin = await signedInUser(server, { role: 'admin' });
    const answer = await server.graphqlText(
      'query ($id: ID!) { node(id: $id) { ... on User { username sessions { address } } } }',
      { id: globalId('User', user.id) },
      { cookie: admin.cookie },
    );
    expect(answer.data).toEqual({ node: { username: user.username, sessions: null } });
  });
});

describe('ending a session', () => {
  const end = (cookie: string, id: string, given = password) =>
    server.graphql(endSessionMutation, { input: { id, password: given } }, { cookie });
  const endOthers = (cookie: string, given = password) =>
    server.graphql(endOtherSessionsMutation, { input: { password: given } }, { cookie });

  it('ends that session and no other', async () => {
    const user = await createUser(server);
    const [here, there, elsewhere] = [
      await cookieOf(server, user),
      await cookieOf(server, user),
      await cookieOf(server, user),
    ];
    const id = (await sessionsSeenBy(there)).find(({ isCurrent }) => isCurrent)?.id ?? '';
    const answer = await end(here, id);
    expect(answer.data?.endSession).toMatchObject({ ended: true });
    const left = answer.data?.endSession;
    expect(left && 'user' in left ? left.user?.sessions : undefined).toHaveLength(2);
    expect(await isSignedIn(there)).toBe(false);
    expect(await isSignedIn(here)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect((await end(here, id)).data?.endSession).toMatchObject({ ended: false });
  });

  it('cannot end somebody else’s', async () => {
    const me = await signedInUser(server);
    const other = await signedInUser(server);
    const [{ id } = { id: '' }] = await sessionsSeenBy(other.cookie);
    expect((await end(me.cookie, id)).data?.endSession).toMatchObject({ ended: false });
    expect(await isSignedIn(other.cookie)).toBe(true);
  });

  it('requires the password, and ends nothing with a wrong one', async () => {
    const user = await createUser(server);
    const here = await cookieOf(server, user);
    const there = await cookieOf(server, user);
    const id = (await sessionsSeenBy(there)).find(({ isCurrent }) => isCurrent)?.id ?? '';
    const refused = { __typename: 'InvalidCredentialsError', message: 'The password is not right' };
    expect((await end(here, id, 'wrong password')).data?.endSession).toEqual(refused);
    expect((await endOthers(here, 'wrong password')).data?.endOtherSessions).toEqual(refused);
    expect((await endOthers(here, '')).data?.endOtherSessions).toEqual({
      __typename: 'InvalidInputError',
      message: 'Password is required',
    });
    expect(await server.prisma.session.count({ where: { userId: user.id } })).toBe(2);
  });

  it('is refused for the current session', async () => {
    const { cookie } = await signedInUser(server);
    const [{ id } = { id: '' }] = await sessionsSeenBy(cookie);
    expect((await end(cookie, id)).data?.endSession).toEqual({
      __typename: 'InvalidInputError',
      message: 'This is the session you are using: sign out instead',
    });
    expect(await isSignedIn(cookie)).toBe(true);
  });

  it('works for all other sessions together', async () => {
    const user = await createUser(server);
    const here = await cookieOf(server, user);
    const there = await cookieOf(server, user);
    const stranger = await signedInUser(server);
    const answer = await endOthers(here);
    expect(answer.data?.endOtherSessions).toMatchObject({
      ended: 1,
      user: { sessions: [{ isCurrent: true }] },
    });
    expect(await isSignedIn(here)).toBe(true);
    expect(await isSignedIn(there)).toBe(false);
    expect(await isSignedIn(stranger.cookie)).toBe(true);
  });
});

describe('the name of a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0',
      'Firefox on macOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.5.0', 'curl'],
    ['Mozilla/5.0', 'Unknown device'],
    ['<b>evil</b>', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('in %j is %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
