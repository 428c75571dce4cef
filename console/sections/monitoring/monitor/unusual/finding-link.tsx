import { Button } from '@assay/design-system'
import type { DriftFinding } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import {
  environmentParameter,
  useCan,
  useEnvironment,
  useHref,
} from '../../../../platform/environments/environments.tsx'
import { rulesPathOf } from '../../../../platform/router/rules-path.ts'
import { type ChartName, showChart } from '../charts/chart-place.tsx'

interface FindingLinkProps {
  finding: DriftFinding
  /** Element that says what the finding is. */
  describedBy: string
  assessment: string
  eventType: string
  /** Compares the events of the window with those before; undefined where the user may not see events. */
  onCompare: (() => void) | undefined
}

/** The chart in which a finding is seen. */
function chartOf(finding: DriftFinding): ChartName | null {
  switch (finding.kind) {
    case 'volume':
      return 'volume'
    case 'decision':
      return 'decisions'
    case 'noScore':
      return 'scores'
    case 'score':
      return finding.score === 'bot' ? 'bots' : 'scores'
    default:
      return null
  }
}

/** Leads to where the reader goes on: the chart, the rule, the field, or the comparison of the events. */
export function FindingLink({ finding, describedBy, assessment, eventType, onCompare }: FindingLinkProps) {
  const can = useCan()
  const href = useHref()
  const { id: environmentId, ancestorIds } = useEnvironment()
  const chart = chartOf(finding)
  const common = { variant: 'secondary', size: 'sm', 'aria-describedby': describedBy } as const
  if (chart !== null)
    return (
      <Button {...common} onClick={() => showChart(chart)}>
        <FormattedMessage id="Monitoring.Unusual.Chart" />
      </Button>
    )
  if (finding.kind === 'rule') {
    if (finding.environmentId === null || !can('rules')) return null
    const isOwn = finding.environmentId === environmentId || ancestorIds.includes(finding.environmentId)
    const query = new URLSearchParams({
      rule: finding.ruleId,
      ...(isOwn ? {} : { [environmentParameter]: finding.environmentId }),
    })
    return (
      <Button {...common} asChild>
        <Link to={href(rulesPathOf(assessment), query)}>
          <FormattedMessage id="Monitoring.Unusual.Rule" />
        </Link>
      </Button>
    )
  }
  if (finding.kind === 'field' && can('ontology')) {
    const query = new URLSearchParams({ type: eventType, field: `${eventType}~${finding.field}` })
    return (
      <Button {...common} asChild>
        <Link to={href('/data/apimanagement/ontology', query)}>
          <FormattedMessage id="Monitoring.Unusual.Field" />
        </Link>
      </Button>
    )
  }
  return onCompare === undefined ? null : (
    <Button {...common} onClick={onCompare}>
      <FormattedMessage id="Monitoring.Unusual.Compare" />
    </Button>
  )
}
