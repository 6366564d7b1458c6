import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { ProfileDialog_viewer$key } from '../../__generated__/ProfileDialog_viewer.graphql.ts';
import type { ProfileDialogMutation } from '../../__generated__/ProfileDialogMutation.graphql.ts';
import { FormDialog, useFinishDialog } from '../../components/FormDialog.tsx';
import { FormFailure } from '../../components/FormFailure.tsx';
import { useForm } from '../../components/useForm.ts';
import { fieldErrorsOf, type FieldErrors } from '../../relay/fieldErrors.ts';
import { useMutation } from '../../relay/useMutation.ts';
import { validateProfile, type ProfileForm as ProfileValues } from './accountForms.ts';

interface ProfileDialogProps {
  viewer: ProfileDialog_viewer$key;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function ProfileDialog({ viewer, ...dialog }: ProfileDialogProps) {
  return (
    <FormDialog title="Edit Profile" {...dialog}>
      <ProfileForm viewer={viewer} />
    </FormDialog>
  );
}

interface ProfileFormProps {
  viewer: ProfileDialog_viewer$key;
}

function ProfileForm({ viewer }: ProfileFormProps) {
  const user = useFragment<ProfileDialog_viewer$key>(
    graphql`
      fragment ProfileDialog_viewer on User {
        firstName
        lastName
        username
      }
    `,
    viewer,
  );
  // The answer's user takes the place of the stored one, wherever its names are shown.
  const [updateProfile] = useMutation<ProfileDialogMutation>(graphql`
    mutation ProfileDialogMutation($input: UpdateProfileInput!) {
      updateProfile(input: $input) {
        __typename
        ... on UpdateProfilePayload {
          user {
            ...ProfileDialog_viewer
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
  const finish = useFinishDialog();
  const [failure, setFailure] = useState<string>();

  const send = async (input: ProfileValues): Promise<FieldErrors<keyof ProfileValues>> => {
    setFailure(undefined);
    try {
      const { updateProfile: result } = await updateProfile({ input });
      if (result?.__typename === 'UpdateProfilePayload') {
        finish({ title: 'Profile updated' });
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

  const { formRef, field, submit, isSending } = useForm<ProfileValues>({
    initial: { firstName: user.firstName, lastName: user.lastName, username: user.username },
    validate: validateProfile,
    send,
  });
  return (
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
      <Button
        type="submit"
        variant="contained"
        color="secondary"
        size="large"
        aria-busy={isSending}
      >
        {isSending ? 'Saving…' : 'Save Profile'}
      </Button>
    </form>
  );
}

const fieldNames = ['firstName', 'lastName', 'username'] as const;
const fallbackMessage = 'Your profile could not be saved. Please try again';
