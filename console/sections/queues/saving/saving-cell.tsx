import { Popover, PopoverContent, PopoverTrigger, useFormat } from '@assay/design-system'
import type { CaseRow } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { MissingNumber } from '../cases/case-cells.tsx'
import { SavingExplanation } from './saving-explanation.tsx'

interface SavingCellProps {
  row: CaseRow
  /** Tab stop of the cell. */
  tabIndex: number | undefined
}

/** What a minute of review is expected to save in a case; a click explains it. */
export function SavingCell({ row, tabIndex }: SavingCellProps) {
  const intl = useIntl()
  const format = useFormat()
  if (row.savingPerMinuteUsd === null) return <MissingNumber />
  const saving = format.money(row.savingPerMinuteUsd / 100, 'USD')
  return (
    <Popover>
      <PopoverTrigger asChild>
        <button
          type="button"
          tabIndex={tabIndex}
          dir="ltr"
          aria-label={intl.formatMessage({ id: 'Cases.Saving.Explain' }, { saving })}
          className="w-full rounded-control text-end text-link tabular-nums underline decoration-dotted focus-ring-inset"
        >
          {saving}
        </button>
      </PopoverTrigger>
      <PopoverContent label={intl.formatMessage({ id: 'Cases.Saving.Title' })} align="end" className="max-w-[26rem]">
        <h3 className="mbe-2 font-semibold">
          <FormattedMessage id="Cases.Saving.Title" />
        </h3>
        <SavingExplanation row={row} />
      </PopoverContent>
    </Popover>
  )
}
