import { Field, NumberInput, useToast } from '@assay/design-system'
import type { Queue, ReportCosts } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

interface CostsDialogProps {
  queue: Queue
  onClose: () => void
}

/** What an hour of review costs and an order earns, for the whole tenant. */
export function CostsDialog({ queue, onClose }: CostsDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { environmentId, id: queueId } = queue
  const { data } = useQuery(api.queues.savingBasis.queryOptions({ input: { environmentId, queueId } }))
  const [changed, setChanged] = useState<Partial<ReportCosts>>({})
  const costs = data && { ...data.costs, ...changed }
  const mutation = useApiMutation({
    mutationFn: (next: ReportCosts) => client.queues.saveCosts({ environmentId, costs: next }),
    invalidates: [api.queues.key(), api.cases.key()],
    onSuccess: () => toast({ tone: 'success', title: intl.formatMessage({ id: 'Cases.Costs.Saved' }) }),
  })
  return (
    <FormDialog
      title={<FormattedMessage id="Cases.Costs.Title" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={mutation.isPending}
      refusal={null}
      onSubmit={() => {
        if (costs && !mutation.isPending) mutation.mutate(costs, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <p className="text-sm text-fg-secondary">
        <FormattedMessage id="Cases.Costs.Text" />
      </p>
      <Field
        label={<FormattedMessage id="Cases.Costs.Hour" />}
        description={<FormattedMessage id="Cases.Costs.Hour.Text" />}
      >
        <NumberInput
          currency="USD"
          min={0}
          max={1_000_000}
          maximumFractionDigits={2}
          disabled={!costs}
          value={costs?.hourlyCostUsd == null ? null : costs.hourlyCostUsd / 100}
          onValueChange={cost =>
            setChanged({ ...changed, hourlyCostUsd: cost === null ? null : Math.round(cost * 100) })
          }
        />
      </Field>
      <Field
        label={<FormattedMessage id="Cases.Costs.Margin" />}
        description={<FormattedMessage id="Cases.Costs.Margin.Text" />}
      >
        <NumberInput
          percent
          min={0}
          max={100}
          maximumFractionDigits={1}
          disabled={!costs}
          value={costs?.margin == null ? null : costs.margin * 100}
          onValueChange={percent => setChanged({ ...changed, margin: percent === null ? null : percent / 100 })}
        />
      </Field>
    </FormDialog>
  )
}
