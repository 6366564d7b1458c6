/** The part of Stripe's script that the checkout uses; see https://docs.stripe.com/js. */
export interface Stripe {
  elements(options: object): StripeElements;
  createPaymentMethod(given: {
    elements: StripeElements;
  }): Promise<{ paymentMethod?: { id: string }; error?: StripeError }>;
  handleNextAction(given: { clientSecret: string }): Promise<{ error?: StripeError }>;
}

export interface StripeElements {
  create(kind: 'payment'): StripeElement;
  /** Validates the typed card; the element itself marks its fields. */
  submit(): Promise<{ error?: StripeError }>;
}

export interface StripeElement {
  on(event: 'ready' | 'loaderror', listener: () => void): void;
  mount(place: HTMLElement): void;
  destroy(): void;
}

interface StripeError {
  message?: string;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe;
  }
}

let loading: Promise<Stripe> | undefined;

/** Loads Stripe's script from Stripe, as it requires, and on this page only. */
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
  // Reloads the page: the content security policy of the first document stays in force and refuses
  // Stripe's script. The server leaves the URL empty when the browser has to render the page.
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

export async function answerBankAtStripe(
  publishableKey: string,
  clientSecret: string,
): Promise<void> {
  const stripe = await loadStripe(publishableKey).catch(() => {
    throw new Error('Your bank could not be reached. Reload the page and try again');
  });
  await stripe.handleNextAction({ clientSecret });
}
