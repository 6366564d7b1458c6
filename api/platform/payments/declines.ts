/** Messages for the payer. Reasons meant only for the cardholder get the general message. */
const messages: Record<string, string> = {
  authentication_failed: 'Your bank did not confirm the payment. Try again or use another card',
  authentication_required:
    'Your bank wants you to confirm the payment. Pay it again, and confirm it with your bank',
  expired_card: 'This card has expired. Please use another card',
  incorrect_cvc: "The card's security code is wrong. Check it or use another card",
  insufficient_funds: 'There is not enough money on this card. Please use another card',
};

export const declineOf = (code: string): { code: string; message: string } => ({
  code,
  message: messages[code] ?? 'Your bank declined this card. Please use another card',
});
