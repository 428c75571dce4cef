import { Rows3 } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import type { TableDensity } from './table-view.ts'

const densities = ['compact', 'comfortable', 'spacious'] as const

/** Height of the rows of this table. By default it follows the page. */
export function DensityMenu({
  value,
  onValueChange,
}: {
  value: TableDensity | null
  onValueChange: (density: TableDensity | null) => void
}) {
  const intl = useIntl()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton size="sm" icon={Rows3} label={intl.formatMessage({ id: 'DesignSystem.DataTable.Density' })} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>
          <FormattedMessage id="DesignSystem.DataTable.Density" />
        </DropdownMenuLabel>
        <DropdownMenuRadioGroup
          value={value ?? 'page'}
          onValueChange={next => onValueChange(densities.find(density => density === next) ?? null)}
        >
          <DropdownMenuRadioItem value="page">
            <FormattedMessage id="DesignSystem.DataTable.Density.page" />
          </DropdownMenuRadioItem>
          {densities.map(density => (
            <DropdownMenuRadioItem key={density} value={density}>
              <FormattedMessage id={`DesignSystem.DataTable.Density.${density}`} />
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
