import { type FilterCondition, type FilterField, useFormat } from '@assay/design-system'
import { type IntlShape, useIntl } from 'react-intl'
import type { ReportSubject } from './assessment-picker.tsx'
import { daysOf, type ReportState } from './report-address.ts'

interface PrintedScopeProps {
  state: ReportState
  subject: ReportSubject
  /** Day of UTC. */
  today: string
  fields: readonly FilterField[]
  conditions: readonly FilterCondition[]
}

/** What a printed report is about: on paper nobody sees what was chosen on the page. */
export function PrintedScope({ state, subject, today, fields, conditions }: PrintedScopeProps) {
  const intl = useIntl()
  const format = useFormat()
  const { from, to } = daysOf(state, today)
  const view = subject.amounts ? state.view : 'count'
  const parts = [
    subject.name,
    intl.formatMessage(
      { id: 'DesignSystem.DateRange.Period' },
      { from: format.date(from, 'UTC'), to: format.date(to, 'UTC') },
    ),
    intl.formatMessage({ id: `CaseReport.View.${view}` }),
    ...conditions.map(condition => conditionText(intl, fields, condition)),
  ]
  return <p className="hidden px-page pbe-2 text-sm text-fg-secondary print:block">{parts.join(' · ')}</p>
}

/** Returns a filter with the names of its values. */
function conditionText(intl: IntlShape, fields: readonly FilterField[], { field, values }: FilterCondition): string {
  const found = fields.find(({ id }) => id === field)
  const nameOf = (value: string): string => {
    const option = found?.options?.find(each => each.value === value)
    return typeof option?.label === 'string' ? option.label : value
  }
  return intl.formatMessage(
    { id: 'Reports.PrintedFilter' },
    { name: found?.label ?? field, values: intl.formatList(values.map(nameOf), { type: 'unit' }) },
  )
}
