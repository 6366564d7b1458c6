import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createUser, password, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const updateProfileMutation = graphql(`
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      __typename
      ... on UpdateProfilePayload {
        user {
          ...Account
        }
      }
      ...Refusal
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const stored = (id: string) =>
  server.prisma.user.findUniqueOrThrow({
    where: { id },
    select: { username: true, firstName: true, lastName: true },
  });

describe('updateProfile', () => {
  it('changes the names of the viewer, and of nobody else', async () => {
    const me = await signedInUser(server);
    const other = await signedInUser(server);
    const before = await stored(other.user.id);
    const answer = await server.graphql(
      updateProfileMutation,
      { input: { username: 'new-name', firstName: ' Grace ', lastName: 'Hopper', password } },
      { cookie: me.cookie },
    );
    const names = { username: 'new-name', firstName: 'Grace', lastName: 'Hopper' };
    expect(answer.data?.updateProfile).toMatchObject({
      __typename: 'UpdateProfilePayload',
      user: names,
    });
    expect(await stored(me.user.id)).toEqual(names);
    expect(await stored(other.user.id)).toEqual(before);
  });

  it('accepts a change of case in the own username', async () => {
    const me = await signedInUser(server);
    const username = me.user.username.toUpperCase();
    await server.graphql(
      updateProfileMutation,
      { input: { username, firstName: 'A', lastName: 'B' } },
      { cookie: me.cookie },
    );
    expect((await stored(me.user.id)).username).toBe(username);
  });

  it('refuses a taken username, case-insensitively, and changes nothing', async () => {
    const taken = await createUser(server);
    const me = await signedInUser(server);
    const before = await stored(me.user.id);
    const answer = await server.graphql(
      updateProfileMutation,
      {
        input: { username: taken.username.toUpperCase(), firstName: 'A', lastName: 'B', password },
      },
      { cookie: me.cookie },
    );
    expect(answer.data?.updateProfile).toMatchObject({
      __typename: 'ConflictError',
      fieldErrors: [{ field: 'username', message: 'This username is already taken' }],
    });
    expect(await stored(me.user.id)).toEqual(before);
  });

  it.each([
    [{ username: 'ab' }, 'username', 'Username must have at least 3 characters'],
    [{ username: ' ' }, 'username', 'Username is required'],
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ lastName: 'x'.repeat(81) }, 'lastName', 'Last name may have at most 80 characters'],
    [{ lastName: 'a\u0000b' }, 'lastName', 'lastName has a character that is not allowed'],
  ])('refuses %j naming the field', async (change, field, message) => {
    const me = await signedInUser(server);
    const before = await stored(me.user.id);
    const answer = await server.graphql(
      updateProfileMutation,
      { input: { username: 'good-name', firstName: 'A', lastName: 'B', password, ...change } },
      { cookie: me.cookie },
    );
    expect(answer.data?.updateProfile).toMatchObject({ fieldErrors: [{ field, message }] });
    expect(await stored(me.user.id)).toEqual(before);
  });

  it('changes nothing but capitals of the username without the right password', async () => {
    const me = await signedInUser(server);
    const before = await stored(me.user.id);
    const rename = async (given: { username?: string; password?: string }) =>
      (
        await server.graphql(
          updateProfileMutation,
          { input: { username: 'taken-over', firstName: 'A', lastName: 'B', ...given } },
          { cookie: me.cookie },
        )
      ).data?.updateProfile;
    expect(await rename({})).toMatchObject({
      fieldErrors: [{ field: 'password', message: 'Enter your password to change your username' }],
    });
    expect(await rename({ password: 'a wrong guess' })).toMatchObject({
      __typename: 'InvalidCredentialsError',
    });
    expect(await stored(me.user.id)).toEqual(before);
    expect(await rename({ username: before.username })).toMatchObject({
      __typename: 'UpdateProfilePayload',
    });
  });

  it('requires a session', async () => {
    const answer = await server.graphql(updateProfileMutation, {
      input: { username: 'somebody', firstName: 'A', lastName: 'B' },
    });
    expect(answer.errors?.[0]?.extensions?.['code']).toBe('UNAUTHENTICATED');
  });
});
