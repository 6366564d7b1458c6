import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ProfileForm_viewer$key } from '../../../__generated__/ProfileForm_viewer.graphql.ts';
import type { ProfileFormMutation } from '../../../__generated__/ProfileFormMutation.graphql.ts';
import { FormFailure } from '../../../ui/forms/FormFailure.tsx';
import { showToast } from '../../../ui/feedback/toastStore.ts';
import { useForm } from '../../../ui/forms/useForm.ts';
import { fieldErrorsOf, type FieldErrors } from '../../../relay/fieldErrors.ts';
import { useMutation } from '../../../relay/useMutation.ts';
import { validateProfile, type ProfileForm as ProfileValues } from './accountForms.ts';
import styles from './Settings.module.css';

interface ProfileFormProps {
  viewer: ProfileForm_viewer$key;
}

export function ProfileForm({ viewer }: ProfileFormProps) {
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
  const [updateProfile] = useMutation<ProfileFormMutation>(graphql`
    mutation ProfileFormMutation($input: UpdateProfileInput!) {
      updateProfile(input: $input) {
        __typename
        ... on UpdateProfilePayload {
          user {
            ...ProfileForm_viewer
          }
        }
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
        ... on ConflictError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const [failure, setFailure] = useState<string>();

  const send = async (input: ProfileValues): Promise<FieldErrors<keyof ProfileValues>> => {
    setFailure(undefined);
    try {
      const { updateProfile: result } = await updateProfile({ input });
      if (result?.__typename === 'UpdateProfilePayload') {
        // As saved: trimmed.
        change({
          firstName: input.firstName.trim(),
          lastName: input.lastName.trim(),
          username: input.username.trim(),
        });
        showToast({ title: 'Profile updated' });
        return {};
      }
      const errors = fieldErrorsOf(fieldNames, result?.fieldErrors ?? []);
      if (Object.keys(errors).length === 0) setFailure(result?.message ?? fallbackMessage);
      return errors;
    } catch (error) {
      setFailure((error instanceof Error && error.message) || fallbackMessage);
      return {};
    }
  };

  const { formRef, field, change, submit, isSending } = useForm<ProfileValues>({
    initial: { firstName: user.firstName, lastName: user.lastName, username: user.username },
    validate: validateProfile,
    send,
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
        <FormFailure message={failure} />
        <Button type="submit" variant="contained" color="secondary" aria-busy={isSending}>
          {isSending ? 'Saving…' : 'Save Profile'}
        </Button>
      </form>
    </section>
  );
}

const fieldNames = ['firstName', 'lastName', 'username'] as const;
const fallbackMessage = 'Your profile could not be saved. Please try again';
