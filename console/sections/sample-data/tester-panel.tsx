import {
  Button,
  Callout,
  DecisionBadge,
  Field,
  Radio,
  RadioGroup,
  ScoreMeter,
  SidePanel,
  SidePanelSection,
} from '@assay/design-system'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useEnvironments, useHref } from '../../platform/environments/environments.tsx'
import { currentRuntime, scheduleSnapshot } from './sample-runtime.ts'
import { type Condition, conditions, type PurchaseKind, type PurchaseResult, purchaseKinds } from './worker-protocol.ts'

const conditionTexts = {
  well: 'SampleData.Condition.Well',
  slow: 'SampleData.Condition.Slow',
  empty: 'SampleData.Condition.Empty',
  failing: 'SampleData.Condition.Failing',
} as const satisfies Record<Condition, string>
const purchaseTexts = {
  ordinary: 'SampleData.Purchase.Ordinary',
  suspicious: 'SampleData.Purchase.Suspicious',
} as const satisfies Record<PurchaseKind, string>

/** Of this page: the panel shows it again after it was closed. */
let current: Condition = 'well'

/** What testers can make of the service in the page, and purchases for its risk API. */
export function TesterPanel({ onClose }: { onClose: () => void }) {
  return (
    <SidePanel variant="modal" title={<FormattedMessage id="SampleData.Banner.Tools" />} onClose={onClose}>
      <Conditions />
      <Purchases />
    </SidePanel>
  )
}

function Conditions() {
  const [condition, setCondition] = useState(current)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: async (requested: Condition) => currentRuntime()?.service.execute('condition', requested),
    onSuccess(_answer, requested) {
      current = requested
      setCondition(requested)
      void queries.invalidateQueries()
    },
  })
  return (
    <SidePanelSection>
      <Field label={<FormattedMessage id="SampleData.Condition.Label" />}>
        <RadioGroup value={condition} onValueChange={value => change.mutate(value as Condition)}>
          {conditions.map(each => (
            <Radio key={each} value={each} label={<FormattedMessage id={conditionTexts[each]} />} />
          ))}
        </RadioGroup>
      </Field>
      {change.isError ? (
        <Callout tone="danger" live className="mbs-2">
          <FormattedMessage id="SampleData.Condition.Failed" />
        </Callout>
      ) : null}
    </SidePanelSection>
  )
}

/** Decision and score of a risk API answer. */
function resultOf({ answer }: PurchaseResult): { decision: string; score: number } | null {
  const details =
    typeof answer === 'object' && answer !== null && 'resultDetails' in answer
      ? (answer.resultDetails as Record<string, unknown>)
      : null
  return details ? { decision: String(details['MerchantRuleDecision']), score: Number(details['RiskScore']) } : null
}

function Purchases() {
  const { environment, session } = useEnvironments()
  const href = useHref()
  const send = useMutation({
    mutationFn: async (kind: PurchaseKind) => {
      const service = currentRuntime()?.service
      if (!service || !environment) throw new Error('There is nowhere to send a purchase.')
      return {
        environmentId: environment.id,
        ...(await service.execute('purchase', { environmentId: environment.id, kind })),
      }
    },
    onSuccess: () => scheduleSnapshot(),
  })
  const shop = currentRuntime()?.tenants.find(({ id }) => id === session.tenant.id)?.shop ?? false
  if (!shop || !environment) return null
  const result = send.data?.status === 200 ? resultOf(send.data) : null
  return (
    <SidePanelSection heading={<FormattedMessage id="SampleData.Purchase.Label" />}>
      <p className="text-fg-secondary">
        <FormattedMessage
          id="SampleData.Purchase.Description"
          values={{ environment: <bdi key="environment">{environment.friendlyName}</bdi> }}
        />
      </p>
      <div className="mbs-3 flex flex-wrap gap-2">
        {purchaseKinds.map(kind => (
          <Button
            key={kind}
            size="sm"
            loading={send.isPending && send.variables === kind}
            onClick={() => {
              if (!send.isPending) send.mutate(kind)
            }}
          >
            <FormattedMessage id={purchaseTexts[kind]} />
          </Button>
        ))}
      </div>
      <div role="status" className="mbs-3">
        {send.data && result ? (
          <>
            <p>
              <FormattedMessage
                id="SampleData.Purchase.Sent"
                values={{
                  id: (
                    <bdi key="id" dir="ltr" className="font-mono">
                      {send.data.id}
                    </bdi>
                  ),
                }}
              />
            </p>
            <div className="mbs-2 flex flex-wrap items-center gap-3">
              <DecisionBadge decision={result.decision} appearance="solid" />
              <ScoreMeter value={result.score} />
              <Button asChild size="sm">
                <Link to={href(`/search/purchase/${send.data.environmentId}/${encodeURIComponent(send.data.id)}`)}>
                  <FormattedMessage id="SampleData.Purchase.Open" />
                </Link>
              </Button>
            </div>
          </>
        ) : null}
        {send.data && !result ? (
          <Callout tone="danger">
            <FormattedMessage id="SampleData.Purchase.Error" values={{ status: send.data.status }} />
          </Callout>
        ) : null}
        {send.isError ? (
          <Callout tone="danger">
            <FormattedMessage id="SampleData.Purchase.Error" values={{ status: 0 }} />
          </Callout>
        ) : null}
      </div>
    </SidePanelSection>
  )
}
