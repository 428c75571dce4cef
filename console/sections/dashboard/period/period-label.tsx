import { buttonVariants, Icon } from '@assay/design-system'
import type { dashboardPeriods } from '@assay/risk-service/contract'
import { Calendar, ChevronDown } from 'lucide-react'
import { FormattedMessage } from 'react-intl'

export type Period = (typeof dashboardPeriods)[number]

export interface PeriodMenuProps {
  period: Period
  onPeriodChange: (period: Period) => void
}

/** What the period menu shows on its button. */
export function PeriodLabel({ period }: { period: Period }) {
  return (
    <>
      <Icon icon={Calendar} />
      <FormattedMessage id={`Dashboard.Period.${period}`} />
      <Icon icon={ChevronDown} size={12} />
    </>
  )
}

/** The button of the menu before the menu is loaded. */
export function PeriodPlaceholder({ period }: PeriodMenuProps) {
  return (
    <span className={buttonVariants()}>
      <PeriodLabel period={period} />
    </span>
  )
}
