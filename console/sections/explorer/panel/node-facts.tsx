import { KeyValue, KeyValueList, ScoreMeter, useFormat } from '@assay/design-system'
import type { GraphNode } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { majorUnits } from '../../../platform/i18n/money.ts'

/** The facts of one node: what it is, how often and when it was seen, what was decided and paid with it. */
export function NodeFacts({ node }: { node: GraphNode }) {
  const intl = useIntl()
  const format = useFormat()
  const nameOf = useAssessmentName()
  const { event, hub } = node
  const decided = Object.entries(node.decisions).filter(([, count]) => count > 0)
  return (
    <div className="grid gap-3 px-4 pbe-3">
      {node.riskScore ? <ScoreMeter value={node.riskScore.highest} /> : null}
      <KeyValueList>
        <KeyValue term={<FormattedMessage id="DesignSystem.Graph.Column.type" />}>
          {event ? nameOf(event.eventType) : intl.formatMessage({ id: `Explorer.Type.${node.type}` })}
        </KeyValue>
        {node.person !== null && node.key !== null ? (
          <KeyValue term={<FormattedMessage id="DesignSystem.Graph.Column.id" />}>
            <bdi>{node.key}</bdi>
          </KeyValue>
        ) : null}
        {node.firstSeen === null ? null : (
          <KeyValue term={<FormattedMessage id="DesignSystem.Graph.Column.firstSeen" />}>
            {format.dateTime(node.firstSeen)}
          </KeyValue>
        )}
        {node.lastSeen === null ? null : (
          <KeyValue term={<FormattedMessage id="DesignSystem.Graph.Column.lastSeen" />}>
            {format.dateTime(node.lastSeen)}
          </KeyValue>
        )}
        <KeyValue term={<FormattedMessage id="Explorer.Events" />}>
          <FormattedMessage
            id={node.events.complete ? 'Explorer.Events.Count' : 'Explorer.Events.More'}
            values={{ count: node.events.count }}
          />
        </KeyValue>
        {decided.length === 0 ? null : (
          <KeyValue term={<FormattedMessage id="Explorer.Decisions" />}>
            {intl.formatList(
              decided.map(
                ([decision, count]) =>
                  `${intl.formatMessage({ id: `DesignSystem.Decision.${decision.toLowerCase()}` })} ${intl.formatNumber(count)}`,
              ),
            )}
          </KeyValue>
        )}
        {node.labels.fraud + node.labels.good === 0 ? null : (
          <KeyValue term={<FormattedMessage id="Events.Column.Label" />}>
            <FormattedMessage id="Explorer.Labels" values={node.labels} />
          </KeyValue>
        )}
        {node.type === 'user' || node.accounts === 0 ? null : (
          <KeyValue term={<FormattedMessage id="Explorer.Accounts" />}>{intl.formatNumber(node.accounts)}</KeyValue>
        )}
        {node.amounts.length === 0 ? null : (
          <KeyValue term={<FormattedMessage id="Explorer.Spend" />}>
            {node.amounts
              .map(({ currency, amount }) => format.money(majorUnits(amount, currency), currency))
              .join(', ')}
          </KeyValue>
        )}
        {hub ? (
          <KeyValue term={<FormattedMessage id="DesignSystem.Graph.Column.hub" />}>
            <FormattedMessage id="Explorer.Hub" values={{ share: hub.fraud.share, base: hub.base.share }} />
          </KeyValue>
        ) : null}
      </KeyValueList>
      {node.hidden > 0 ? (
        <p className="text-xs text-fg-secondary">
          <FormattedMessage id="Explorer.Hidden" values={{ count: node.hidden }} />
        </p>
      ) : null}
    </div>
  )
}
