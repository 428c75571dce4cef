import { useFormat } from '@assay/design-system'
import type { DriftAttribute, DriftFinding } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { regionName } from '../../region-name.ts'

const attributeLabels: Readonly<Record<DriftAttribute, string>> = {
  ipCountry: 'Events.Column.IpCountry',
  paymentType: 'Events.Column.PaymentType',
  cardType: 'Events.Column.CardType',
  currency: 'Events.Column.Currency',
  billingCountry: 'Events.Column.BillingCountry',
  shippingCountry: 'Events.Column.ShippingCountry',
}
const bucketWidth = 100
/** Medians are interpolated: a finer one would only look exact. */
const medianStep = 10

interface FindingText {
  text: ReactNode
  detail: ReactNode | null
}

/** Returns the words for something unusual: what it is now, and what it usually is. */
export function useFindingText(): (finding: DriftFinding) => FindingText {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: string) => intl.formatMessage({ id })
  const shares = ({ recent, usual }: { recent: number; usual: number }) => ({
    recent: format.percent(recent),
    usual: format.percent(usual),
  })
  const isolated = (value: string) => <bdi key="name">{value}</bdi>
  const median = (value: number | null) => Math.round((value ?? 0) / medianStep) * medianStep
  return finding => {
    const plain = (id: string, values: Record<string, ReactNode>): FindingText => ({
      text: <FormattedMessage id={`Monitoring.Unusual.${id}`} values={values} />,
      detail: null,
    })
    switch (finding.kind) {
      case 'volume':
        return plain('volume', { recent: finding.recent, usual: Math.round(finding.usual) })
      case 'decision':
        return plain('share', {
          name: text(`DesignSystem.Decision.${finding.decision.toLowerCase()}`),
          ...shares(finding),
        })
      case 'noScore':
        return plain('share', { name: text('DesignSystem.ScoreMeter.Missing'), ...shares(finding) })
      case 'rule':
        return plain('rule', { name: isolated(finding.rule), ...shares(finding) })
      case 'field':
        return plain('field', { name: isolated(finding.field), ...shares(finding) })
      case 'value':
        return plain('value', {
          // It may end in Latin letters, which would take what follows in an Arabic sentence with them.
          name: <bdi key="attribute">{text(attributeLabels[finding.attribute])}</bdi>,
          value: isolated(valueName(finding)),
          ...shares(finding),
        })
      case 'score': {
        const from = finding.bucket.index * bucketWidth
        return {
          ...plain('score', {
            name: text(finding.score === 'risk' ? 'Events.Column.RiskScore' : 'Search.Field.botScore'),
            recent: median(finding.recent),
            usual: median(finding.usual),
          }),
          detail: (
            <FormattedMessage
              id="Monitoring.Unusual.bucket"
              values={{ range: isolated(`${from}–${from + bucketWidth - 1}`), ...shares(finding.bucket) }}
            />
          ),
        }
      }
    }
  }

  function valueName({ attribute, value }: Extract<DriftFinding, { kind: 'value' }>): string {
    if (value === null) return text('Monitoring.Others')
    return attribute.endsWith('Country') ? regionName(intl, value) : value
  }
}
