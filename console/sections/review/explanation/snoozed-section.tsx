import { DateTime, Heading } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

/** Rules that were not selected because they were snoozed for a value of the event; nothing when there were none. */
export function SnoozedSection({ explanation: { rules, snoozed = [] } }: Pick<EventDetail, 'explanation'>) {
  if (snoozed.length === 0) return null
  return (
    <section aria-labelledby="snoozed-rules" className="border-bs border-line-subtle px-4 py-3">
      <Heading level={3} size="sm" id="snoozed-rules" className="text-fg-secondary">
        <FormattedMessage id="Rules.Snoozes" />
      </Heading>
      <ul>
        {snoozed.map(({ ruleId, type, value, until }) => (
          <li key={ruleId} className="py-1 wrap-anywhere">
            <FormattedMessage
              id="Review.Snooze.Line"
              values={{
                rule: (
                  <bdi key="rule" className="font-medium">
                    {rules.find(rule => rule.ruleId === ruleId)?.rule ?? ruleId}
                  </bdi>
                ),
                entity: <FormattedMessage key="entity" id={`Events.Entity.${type}`} />,
                value: <bdi key="value">{value}</bdi>,
                time: <DateTime key="time" value={until} />,
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
