/* Plain values of the fields whose values reports show, apart from their schemas, so that a page reads them without the validator. */

/** Fields of observations and labels in the reports of an assessment. */
export const maxObservedFields = 10
/** `<API name of the observation>:<path>`; labels have no name. */
export const observedFieldPattern = /^([A-Za-z]\w{0,59})?:([A-Za-z_]\w{0,63}(?:\.[A-Za-z_]\w{0,63}){0,5})$/

/** A field of an observation, or of labels, whose values reports show. */
export interface ObservedField {
  /** API name of the observation; null: labels. */
  event: string | null
  /** Path in its body. */
  field: string
}

export const observedFieldKey = ({ event, field }: ObservedField): string => `${event ?? ''}:${field}`

/** Returns the field of a text; null where it names none. */
export function parseObservedField(key: string): ObservedField | null {
  const found = observedFieldPattern.exec(key)
  return found === null ? null : { event: found[1] ?? null, field: found[2] ?? '' }
}
