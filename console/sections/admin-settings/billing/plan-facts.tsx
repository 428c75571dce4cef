import { Button, Heading, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import type { StoredPlan } from '@assay/risk-service/contract'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

/** The plan, its running cycle, and pay-as-you-go, which an installation without a billing provider has not. */
export function PlanFacts({ stored: { plan, cycle } }: { stored: StoredPlan }) {
  const intl = useIntl()
  const format = useFormat()
  const reason = useId()
  const dayText = (day: string) => format.date(`${day}T12:00:00Z`, 'UTC')
  return (
    <section className="flex flex-col gap-3">
      <Heading level={2} size="md">
        <FormattedMessage id="Billing.Plan" />
      </Heading>
      <KeyValueList termWidth="lg">
        <KeyValue term={<FormattedMessage id="Billing.Name" />}>
          {plan.name === '' ? <FormattedMessage id="Billing.Name.Default" /> : <bdi>{plan.name}</bdi>}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Usage.Cycle.Label" />}>
          {intl.formatMessage({ id: 'Usage.Cycle' }, { from: dayText(cycle.from), to: dayText(cycle.to) })}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Billing.DaysLeft" />}>{format.number(cycle.daysLeft)}</KeyValue>
        <KeyValue term={<FormattedMessage id={plan.endsOn === null ? 'Billing.Renewal' : 'Billing.EndsOn'} />}>
          {dayText(plan.endsOn ?? nextDay(cycle.to))}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Billing.PayAsYouGo" />}>
          <FormattedMessage id="Billing.PayAsYouGo.Off" />
        </KeyValue>
      </KeyValueList>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button disabled aria-describedby={reason}>
          <FormattedMessage id="Billing.PayAsYouGo.Enable" />
        </Button>
        <span id={reason} className="text-xs text-fg-muted">
          <FormattedMessage id="Billing.PayAsYouGo.None" />
        </span>
      </div>
    </section>
  )
}

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
