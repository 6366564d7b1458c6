import { PageForm } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ProfileForm_viewer$key } from '#web/__generated__/ProfileForm_viewer.graphql.ts';
import type { ProfileFormMutation } from '#web/__generated__/ProfileFormMutation.graphql.ts';
import { PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useCommand } from '#web/relay/useMutation.ts';
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
  const [saveProfile] = useCommand<ProfileFormMutation>(graphql`
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
  const form = useForm<ProfileValues>({
    initial: {
      firstName: user.firstName,
      lastName: user.lastName,
      username: user.username,
      profilePassword: '',
    },
    validate: (form) => validateProfile(form, user.username),
    send: async ({ profilePassword, ...input }) => {
      await saveProfile({
        input: { ...input, password: profilePassword || null },
      });
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
  const { field, values, change } = form;
  return (
    <section className={styles.section} aria-labelledby="edit-profile">
      <h2 id="edit-profile">Profile</h2>
      <PageForm form={form} label="Edit Profile" submit="Save Profile">
        <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
        <TextField
          {...field('username')}
          label="Username"
          autoComplete="username"
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        {isOtherUsername(values.username, user.username) && (
          <PasswordField {...field('profilePassword')} label="Password for this change" />
        )}
      </PageForm>
    </section>
  );
}
