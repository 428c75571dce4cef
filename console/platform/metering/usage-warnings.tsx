import { Button, Callout, useFormat } from '@assay/design-system'
import { type CapabilityUse, reachedMark, type UsageSummary } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'

interface UsageWarningsProps {
  summary: UsageSummary
  /** Address of the details of a capability in the cycle. */
  detailsOf: (use: CapabilityUse) => string
}

/** Which entitlements of the tenant are nearly used up, or are, with what the cycle ends at. */
export function UsageWarnings({ summary: { cycle, capabilities }, detailsOf }: UsageWarningsProps) {
  const intl = useIntl()
  const format = useFormat()
  return capabilities.map(use => {
    const { capability, purchased, tenantUsed, tenantProjected } = use
    const mark = reachedMark(tenantUsed, purchased)
    if (mark === null || purchased === null) return null
    const name = intl.formatMessage({ id: `Usage.Capability.${capability}` })
    return (
      <Callout
        key={capability}
        tone={mark === 100 ? 'danger' : 'warning'}
        title={
          <FormattedMessage
            id="Usage.Warning"
            values={{ capability: name, share: format.percent(tenantUsed / purchased, 2) }}
          />
        }
        actions={
          <Button size="sm" asChild>
            <Link
              to={detailsOf(use)}
              aria-label={intl.formatMessage({ id: 'Usage.OpenDetailsOf' }, { capability: name })}
            >
              <FormattedMessage id="Usage.OpenDetails" />
            </Link>
          </Button>
        }
      >
        {cycle.isCurrent && tenantProjected !== null ? (
          <FormattedMessage
            id="Usage.Warning.Projected"
            values={{ share: format.percent(tenantProjected / purchased, 2) }}
          />
        ) : null}
      </Callout>
    )
  })
}
