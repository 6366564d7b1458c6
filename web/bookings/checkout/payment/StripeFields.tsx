import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { toStripe } from '#common/stripeAmounts.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { loadStripe, type Stripe, type StripeElement, type StripeElements } from './stripe.ts';

export type TakeCard = () => Promise<string>;

interface StripeFieldsProps {
  publishableKey: string;
  charge: { amount: number; currency: string };
  /** Whether it is taken at once, and not only reserved. */
  isInstant: boolean;
  savesCard?: boolean;
  takeCard: Ref<TakeCard>;
}

/** The card form of Stripe: its own frames, so that no card number reaches this site. */
export function StripeFields({
  publishableKey,
  charge: { amount, currency },
  isInstant,
  savesCard = false,
  takeCard,
}: StripeFieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  const form = useRef<{ stripe: Stripe; elements: StripeElements }>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    let isLeft = false;
    let element: StripeElement | undefined;
    const open = async () => {
      const stripe = await loadStripe(publishableKey);
      if (isLeft || !place.current) return;
      const elements = stripe.elements({
        mode: 'payment',
        amount: toStripe({ amount, currency }),
        currency: currency.toLowerCase(),
        captureMethod: isInstant ? 'automatic' : 'manual',
        ...(savesCard && { setupFutureUsage: 'off_session' }),
        paymentMethodCreation: 'manual',
        paymentMethodTypes: ['card'],
        appearance: appearanceOf(place.current),
      });
      element = elements.create('payment');
      element.on('ready', () => setState('ready'));
      element.on('loaderror', () => setState('failed'));
      element.mount(place.current);
      form.current = { stripe, elements };
    };
    open().catch(() => setState('failed'));
    return () => {
      isLeft = true;
      form.current = undefined;
      element?.destroy();
    };
  }, [publishableKey, amount, currency, isInstant, savesCard]);
  useImperativeHandle(takeCard, () => async () => {
    if (!form.current) throw new Error('The card form is not there yet');
    const { stripe, elements } = form.current;
    const { error: mistake } = await elements.submit();
    if (mistake) throw new Error(mistake.message);
    const { paymentMethod, error } = await stripe.createPaymentMethod({ elements });
    if (!paymentMethod) throw new Error(error?.message);
    return paymentMethod.id;
  });
  return (
    <Panel title="Card" icon="lock">
      {state === 'loading' && <Skeleton height="200px" radius="14px" />}
      {state === 'failed' && (
        <>
          <FormFailure message="The card form of Stripe could not be loaded. Your connection or a content blocker may be in the way." />
          <Button variant="quiet" onClick={() => window.location.reload()}>
            Load It Again
          </Button>
        </>
      )}
      <div ref={place} hidden={state === 'failed'} />
      <p className="soft pretty">
        Your card goes straight to Stripe, which takes the payment. We never see its number.
      </p>
    </Panel>
  );
}

function appearanceOf(place: HTMLElement): object {
  const style = getComputedStyle(place);
  const color = (name: string) => style.getPropertyValue(`--tw-palette-${name}`).trim();
  return {
    variables: {
      fontFamily: style.fontFamily,
      fontSizeBase: '16px',
      borderRadius: '12px',
      colorPrimary: color('tide-main'),
      colorText: color('ink-main'),
      colorTextSecondary: color('ink-soft'),
      colorDanger: color('error-main'),
    },
  };
}
