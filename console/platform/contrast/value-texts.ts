import type { Format } from '@assay/design-system'
import { type ContrastValue, derivedAttributes, type SearchField, scaleOf } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { optionsOf, searchFieldLabel } from '../search-fields/search-fields.ts'

/** A Monday, from which the names of the days of the week are counted. */
const monday = Date.UTC(2024, 0, 1, 12)

/** The name of an attribute that is compared. */
export function attributeLabel(intl: IntlShape, eventType: string, id: string): string {
  return derivedAttributes.some(each => each === id)
    ? intl.formatMessage({ id: `Search.Compare.Attribute.${id}` })
    : searchFieldLabel(intl, eventType, id)
}

/** The value of an attribute, or the range of its numbers, as it is shown. */
export function valueLabel(
  intl: IntlShape,
  format: Pick<Format, 'number' | 'money'>,
  id: string,
  value: ContrastValue,
  field: SearchField | undefined,
): string {
  if (value.kind === 'absent') return intl.formatMessage({ id: 'Search.Compare.Absent' })
  if (value.kind === 'equals') return textLabel(intl, id, value.text, field)
  const number = (each: number): string =>
    id === 'amountUsd' ? format.money(each / scaleOf(id), 'USD') : format.number(each)
  const { from, to } = value
  if (from === null) return intl.formatMessage({ id: 'Search.Compare.Below' }, { to: number(to ?? 0) })
  if (to === null) return intl.formatMessage({ id: 'Search.Compare.AtLeast' }, { from: number(from) })
  return intl.formatMessage({ id: 'Search.Compare.Range' }, { from: number(from), to: number(to) })
}

function textLabel(intl: IntlShape, id: string, text: string, field: SearchField | undefined): string {
  if (id === 'weekday')
    return intl.formatDate(monday + (Number(text) - 1) * 86_400_000, { weekday: 'long', timeZone: 'UTC' })
  if (derivedAttributes.some(each => each === id) && (text === 'true' || text === 'false'))
    return intl.formatMessage({ id: `Search.Value.${text}` })
  const options = field && optionsOf(intl, field)
  return options?.find(option => option.value.toLowerCase() === text.toLowerCase())?.label ?? text
}
