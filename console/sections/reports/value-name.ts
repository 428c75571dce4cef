import { blankValue } from '@assay/risk-service/contract'
import { useCallback } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { countryText } from '../../platform/event-map/place-text.ts'

/** Returns the name of a value of an attribute, or of the field of a path; an empty one stands for all others. */
export function valueName(intl: IntlShape, attribute: string, value: string): string {
  if (value === '') return intl.formatMessage({ id: 'DesignSystem.Graph.KindsOther' })
  if (value === blankValue) return intl.formatMessage({ id: 'Reports.Threats.Blank' })
  if (isCountry(attribute) && /^[A-Z]{2}$/.test(value)) return countryText(intl, value)
  if (attribute === 'javaScript' && (value === 'true' || value === 'false'))
    return intl.formatMessage({ id: `Search.Value.${value}` })
  return value
}

const isCountry = (attribute: string): boolean => attribute === 'country' || attribute.endsWith('.countryRegion')

/** Returns what names the values of an attribute, or of the field of a path. */
export function useValueName(attribute: string): (value: string) => string {
  const intl = useIntl()
  return useCallback(value => valueName(intl, attribute, value), [attribute, intl])
}
