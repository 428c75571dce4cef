import { DecisionBadge, Heading, KeyValue, KeyValueGroup, Link, SidePanel, useFormat } from '@assay/design-system'
import type { DualRunExample, DualRunGroup } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { useGroupTexts } from './use-group-texts.ts'

interface ExamplePanelProps {
  group: DualRunGroup
  example: DualRunExample
  onClose: () => void
}

/** One event as both systems decided it, beside each other, with the cause. */
export function ExamplePanel({ group, example, onClose }: ExamplePanelProps) {
  const format = useFormat()
  const href = useHref()
  const canSearch = useCan()('search')
  const texts = useGroupTexts()
  const { eventId, eventType, environmentId, at, former, own } = example
  const values = texts.values(example)
  return (
    <SidePanel
      variant="modal"
      className="sm:max-w-dialog-lg"
      title={<bdi className="wrap-anywhere">{eventId}</bdi>}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 p-4">
        <p className="text-sm text-fg-secondary">{format.dateTime(at)}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="min-w-0">
            <OutcomeFacts titleId="DualRun.Former" outcome={former} />
          </div>
          <div className="min-w-0">
            <OutcomeFacts titleId="DualRun.Own" outcome={own} />
          </div>
        </div>
        <section className="flex flex-col gap-1">
          <Heading level={3} size="sm">
            {texts.title(group)}
          </Heading>
          <p className="text-sm">{texts.detail(group)}</p>
          {values === '' ? null : <p className="text-sm">{values}</p>}
          <p className="text-sm text-fg-secondary">{texts.remedy(group)}</p>
        </section>
        {canSearch ? (
          <p className="text-sm">
            <Link asChild>
              <RouterLink to={href(`/search/${eventType}/${environmentId}/${encodeURIComponent(eventId)}`)}>
                <FormattedMessage id="DualRun.OpenEvent" />
              </RouterLink>
            </Link>{' '}
            <span className="text-fg-secondary">
              <FormattedMessage id="DualRun.OpenEvent.Help" />
            </span>
          </p>
        ) : null}
      </div>
    </SidePanel>
  )
}

function OutcomeFacts({ titleId, outcome }: { titleId: string; outcome: DualRunExample['own'] }) {
  const intl = useIntl()
  const format = useFormat()
  const { decision, rule, clause, riskScore } = outcome
  return (
    <KeyValueGroup title={<FormattedMessage id={titleId} />}>
      <KeyValue term={intl.formatMessage({ id: 'Events.Column.Decision' })}>
        <DecisionBadge decision={decision} />
      </KeyValue>
      <KeyValue term={intl.formatMessage({ id: 'Events.Column.Rule' })}>
        {rule === null ? <FormattedMessage id="DualRun.NoRule" /> : <bdi>{rule}</bdi>}
      </KeyValue>
      {clause === null ? null : (
        <KeyValue term={intl.formatMessage({ id: 'Events.Column.Clause' })}>
          <bdi>{clause}</bdi>
        </KeyValue>
      )}
      {riskScore === null ? null : (
        <KeyValue term={intl.formatMessage({ id: 'Events.Column.RiskScore' })}>{format.number(riskScore)}</KeyValue>
      )}
    </KeyValueGroup>
  )
}
