import { graphql } from 'react-relay/hooks';

export const addPictureMutation = graphql`
  mutation pictureMutationsAddMutation($input: AddPictureInput!, $file: Upload!) {
    addPicture(input: $input, file: $file) {
      ... on AddPicturePayload {
        listing {
          version
          ...MyListing_listing
        }
        resort {
          pictures {
            ...PictureEditor_pictures
          }
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

export const orderPicturesMutation = graphql`
  mutation pictureMutationsOrderMutation($input: OrderPicturesInput!) {
    orderPictures(input: $input) {
      ... on OrderPicturesPayload {
        listing {
          version
          ...MyListing_listing
        }
        resort {
          pictures {
            ...PictureEditor_pictures
          }
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

export const describePictureMutation = graphql`
  mutation pictureMutationsDescribeMutation($input: DescribePictureInput!) {
    describePicture(input: $input) {
      ... on DescribePicturePayload {
        listing {
          version
          ...MyListing_listing
        }
        resort {
          pictures {
            ...PictureEditor_pictures
          }
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

export const deletePictureMutation = graphql`
  mutation pictureMutationsDeleteMutation($input: DeletePictureInput!) {
    deletePicture(input: $input) {
      ... on DeletePicturePayload {
        listing {
          version
          ...MyListing_listing
        }
        resort {
          pictures {
            ...PictureEditor_pictures
          }
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
