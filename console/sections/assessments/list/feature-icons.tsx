import { cn, Icon } from '@assay/design-system'
import type { Assessment } from '@assay/risk-service/contract'
import { ChartColumn, Inbox, Search } from 'lucide-react'
import { useIntl } from 'react-intl'

export const features = [
  { name: 'caseManagement', icon: Inbox, labelId: 'Shell.Nav.CaseManagement' },
  { name: 'search', icon: Search, labelId: 'Shell.Nav.Search' },
  { name: 'reporting', icon: ChartColumn, labelId: 'Assessments.Feature.reporting' },
] as const

/** The features of an assessment, each in its place; assistive technology reads those that are on. */
export function FeatureIcons({ row }: { row: Assessment }) {
  const intl = useIntl()
  const names = features.filter(({ name }) => row[name]).map(({ labelId }) => intl.formatMessage({ id: labelId }))
  return (
    <span className="flex gap-3">
      {features.map(({ name, icon, labelId }) => (
        <span
          key={name}
          title={intl.formatMessage({ id: labelId })}
          className={cn('inline-flex', row[name] ? 'text-fg-secondary' : 'text-line')}
        >
          <Icon icon={icon} />
        </span>
      ))}
      <span className="sr-only">{intl.formatList(names)}</span>
    </span>
  )
}
