import { Button } from '#web/ui/basics/Button.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ProfileForm_viewer$key } from '#web/__generated__/ProfileForm_viewer.graphql.ts';
import type { ProfileFormMutation } from '#web/__generated__/ProfileFormMutation.graphql.ts';
import { FormFailure } from '#web/ui/forms/FormFailure.tsx';
import { PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { assertAccepted } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import {
  isOtherUsername,
  validateProfile,
  type ProfileForm as ProfileValues,
} from './accountForms.ts';
import styles from './Settings.module.css';

export function ProfileForm({ viewer }: { viewer: ProfileForm_viewer$key }) {
  const user = useFragment<ProfileForm_viewer$key>(
    graphql`
      fragment ProfileForm_viewer on User {
        firstName
        lastName
        username
      }
    `,
    viewer,
  );
  // The returned user updates the store, and so every place that shows the name.
  const [saveProfile] = useMutation<ProfileFormMutation>(graphql`
    mutation ProfileFormMutation($input: UpdateProfileInput!) {
      updateProfile(input: $input) {
        ... on UpdateProfilePayload {
          user {
            ...ProfileForm_viewer
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const { formRef, field, values, change, submit, isSending, failure } = useForm<ProfileValues>({
    initial: {
      firstName: user.firstName,
      lastName: user.lastName,
      username: user.username,
      profilePassword: '',
    },
    validate: (form) => validateProfile(form, user.username),
    send: async ({ profilePassword, ...input }) => {
      const { updateProfile } = await saveProfile({
        input: { ...input, password: profilePassword || null },
      });
      assertAccepted(updateProfile, 'password');
      // As saved: trimmed.
      change({
        firstName: input.firstName.trim(),
        lastName: input.lastName.trim(),
        username: input.username.trim(),
        profilePassword: '',
      });
      showToast({ title: 'Profile updated' });
    },
    fieldOf: (field) => (field === 'password' ? 'profilePassword' : field),
    fallbackMessage: 'Your profile could not be saved. Please try again',
  });
  return (
    <section className={styles.section} aria-labelledby="edit-profile">
      <h2 id="edit-profile">Profile</h2>
      <form ref={formRef} method="post" onSubmit={submit} noValidate aria-label="Edit Profile">
        <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
        <TextField
          {...field('username')}
          label="Username"
          autoComplete="username"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        {isOtherUsername(values.username, user.username) && (
          <PasswordField
            {...field('profilePassword')}
            label="Password for this change"
            autoComplete="current-password"
          />
        )}
        <FormFailure message={failure} />
        <Button type="submit" variant="contained" color="secondary" aria-busy={isSending}>
          {isSending ? 'Saving…' : 'Save Profile'}
        </Button>
      </form>
    </section>
  );
}
