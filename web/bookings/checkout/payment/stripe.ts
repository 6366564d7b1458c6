/** What the checkout uses of Stripe's script; see https://docs.stripe.com/js. */
export interface Stripe {
  elements(options: object): StripeElements;
  createPaymentMethod(given: {
    elements: StripeElements;
  }): Promise<{ paymentMethod?: { id: string }; error?: StripeError }>;
  handleNextAction(given: { clientSecret: string }): Promise<{ error?: StripeError }>;
}

export interface StripeElements {
  create(kind: 'payment'): StripeElement;
  /** Checks what was typed; the element itself marks the fields. */
  submit(): Promise<{ error?: StripeError }>;
}

export interface StripeElement {
  on(event: 'ready' | 'loaderror', listener: () => void): void;
  mount(place: HTMLElement): void;
  destroy(): void;
}

interface StripeError {
  /** For the payer. */
  message?: string;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe;
  }
}

let loading: Promise<Stripe> | undefined;

/** Loads Stripe's script, which has to come from Stripe and is not on any other page. */
export function loadStripe(publishableKey: string): Promise<Stripe> {
  loading ??= addScript()
    .then(() => {
      if (!window.Stripe) throw new Error('The script of Stripe is incomplete');
      return window.Stripe(publishableKey);
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

function addScript(): Promise<void> {
  const { url } = document.getElementById('root')?.dataset ?? {};
  // The content security policy of other pages refuses Stripe's script, and it stays in force until
  // the next document. The server leaves the URL empty when the browser has to render the page.
  if (url && !url.startsWith(window.location.pathname)) {
    window.location.reload();
    return new Promise(() => undefined);
  }
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = 'https://js.stripe.com/v3/';
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The script of Stripe could not be loaded'));
    };
    document.head.append(script);
  });
}

/** Lets the payer answer their bank; how that ended, the server asks Stripe itself. */
export async function answerBankAtStripe(
  publishableKey: string,
  clientSecret: string,
): Promise<void> {
  const stripe = await loadStripe(publishableKey).catch(() => {
    throw new Error('Your bank could not be reached. Reload the page and try again');
  });
  await stripe.handleNextAction({ clientSecret });
}
