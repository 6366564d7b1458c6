import { graphql } from 'react-relay/hooks';

export const addPictureMutation = graphql`
  mutation pictureMutationsAddMutation($input: AddPictureInput!, $file: Upload!) {
    addPicture(input: $input, file: $file) {
      __typename
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
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`;

export const orderPicturesMutation = graphql`
  mutation pictureMutationsOrderMutation($input: OrderPicturesInput!) {
    orderPictures(input: $input) {
      __typename
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
      ... on Error {
        message
      }
    }
  }
`;

export const describePictureMutation = graphql`
  mutation pictureMutationsDescribeMutation($input: DescribePictureInput!) {
    describePicture(input: $input) {
      __typename
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
      ... on Error {
        message
      }
    }
  }
`;

export const deletePictureMutation = graphql`
  mutation pictureMutationsDeleteMutation($input: DeletePictureInput!) {
    deletePicture(input: $input) {
      __typename
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
      ... on Error {
        message
      }
    }
  }
`;
