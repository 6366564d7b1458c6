import { graphql } from 'react-relay/hooks';
import type { CoolingOffPageMutation } from '#web/__generated__/CoolingOffPageMutation.graphql.ts';
import type { CoolingOffPageQuery } from '#web/__generated__/CoolingOffPageQuery.graphql.ts';
import { AdminFrame, AdminSkeleton } from '#web/admin/frame/AdminFrame.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { useCommand } from '#web/relay/useMutation.ts';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { plural } from '#common/numbers.ts';

const title = 'Cooling-off Periods';

const rulesQuery = graphql`
  query CoolingOffPageQuery {
    ...AppShell_query
    coolingOffRules {
      country
      region
      days
    }
  }
`;

export const page = definePage<CoolingOffPageQuery>({
  path: '/admin/sales/cooling-off',
  access: 'admin',
  query: rulesQuery,
  meta: { title },
  skeleton: <AdminSkeleton title={title} />,
  component: CoolingOff,
});

function CoolingOff({ data: { coolingOffRules }, reference }: PageProps<CoolingOffPageQuery>) {
  const refresh = useRefresh(rulesQuery, reference);
  const [setCoolingOff] = useCommand<CoolingOffPageMutation>(graphql`
    mutation CoolingOffPageMutation($input: SetCoolingOffInput!) {
      setCoolingOff(input: $input) {
        ... on SetCoolingOffPayload {
          rules {
            days
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm({
    initial: noRule,
    validate: ({ country, days }) => ({
      ...(country.trim() === '' && { country: 'Say the country' }),
      ...(!/^\d+$/.test(days.trim()) && { days: 'Say how many days' }),
    }),
    send: async ({ country, region, days }) => {
      await setCoolingOff({ input: { country, region, days: Number(days) } });
      form.change(noRule);
      showToast({ title: `Cooling-off period of ${placeOf({ country, region })} saved` });
      await refresh();
    },
    fallbackMessage: 'The period could not be saved. Please try again',
  });
  return (
    <AdminFrame
      title={title}
      subtitle="How long a buyer may withdraw from a sale without a reason, where the law of the resort’s place says so. Sales that are agreed from now on have it."
      actions={<BackLink to="/admin/sales">Sales</BackLink>}
    >
      <PageForm
        form={form}
        label="Set a period"
        className="stack gap-3 to-left padding-5 panel prose"
        submit="Save"
      >
        <TextField {...form.field('country', 'As its resorts name it')} label="Country" required />
        <TextField
          {...form.field('region', 'Empty for the whole country')}
          label="State or region"
        />
        <TextField
          {...form.field('days', 'From the day on which both sides have confirmed the terms')}
          label="Days"
          required
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
        />
      </PageForm>
      {coolingOffRules?.length ? (
        <ul className="stack gap-3 prose" aria-label={title}>
          {coolingOffRules.map(({ country, region, days }) => {
            const place = placeOf({ country, region });
            return (
              <li key={place} className="row wrap between gap-3 padding-4 tile">
                <p className="breaks">
                  <strong>{place}</strong>: {plural(days, 'day')}
                </p>
                <ActionButton
                  variant="quiet"
                  aria-label={`Remove the period of ${place}`}
                  failed="The period could not be removed"
                  busy="Removing…"
                  run={async () => {
                    await setCoolingOff({ input: { country, region, days: 0 } });
                    await refresh();
                    return { title: `Cooling-off period of ${place} removed` };
                  }}
                >
                  Remove
                </ActionButton>
              </li>
            );
          })}
        </ul>
      ) : (
        <EmptyState
          title="No periods yet"
          text="Add those of the places of your resorts; sales elsewhere have none."
        />
      )}
    </AdminFrame>
  );
}

const noRule = { country: '', region: '', days: '' };

const placeOf = ({ country, region }: { country: string; region: string }) =>
  region ? `${region}, ${country}` : country;
