import type { IntlShape } from 'react-intl'
import { fieldLabel } from '../../events/field-label.ts'

/** The name of a section of standard fields. */
export const sectionName = (intl: IntlShape, section: string): string =>
  intl.formatMessage({ id: `Schema.Section.${section}` })

/** What a standard field is called; null where only its name in the request exists. */
export function standardFieldName(intl: IntlShape, path: string): string | null {
  const leaf = path.split('.').at(-1) ?? path
  const id = `Schema.Standard.${leaf}`
  if (intl.messages[id] !== undefined) return intl.formatMessage({ id })
  const label = fieldLabel(intl, leaf)
  return label === leaf ? null : label
}
