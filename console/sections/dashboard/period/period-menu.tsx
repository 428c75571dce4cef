import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@assay/design-system'
import { dashboardPeriods } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { PeriodLabel, type PeriodMenuProps } from './period-label.tsx'

/** Chooses the period of the dashboard. */
export function PeriodMenu({ period, onPeriodChange }: PeriodMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <PeriodLabel period={period} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup
          value={period}
          onValueChange={value => {
            const next = dashboardPeriods.find(each => each === value)
            if (next) onPeriodChange(next)
          }}
        >
          {dashboardPeriods.map(value => (
            <DropdownMenuRadioItem key={value} value={value}>
              <FormattedMessage id={`Dashboard.Period.${value}`} />
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
