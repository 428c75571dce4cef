import {
  type PersonalDataKind,
  personalFieldOf,
  type SearchCondition,
  wholeValueOperators,
} from '../../contract/index.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import type { Path } from './conditions/values.ts'
import type { CatalogueField } from './fields/field-types.ts'
import { isVisibleNetwork } from './visible-network.ts'

/** Returns the kind of personal data of a field; null for another field. */
function kindOfField({ id, source }: CatalogueField): PersonalDataKind | null {
  const field = personalFieldOf(id) ?? ('path' in source && source.path ? personalFieldOf(source.path) : null)
  return field?.kind ?? null
}

/** Whether values of a field are masked for a caller. */
export function isMaskedField(field: CatalogueField, hidden: ReadonlySet<PersonalDataKind>): boolean {
  const kind = hidden.size === 0 ? null : kindOfField(field)
  return kind !== null && hidden.has(kind)
}

/**
 * Refuses comparisons with a part of a masked value: with some of them, the value could be guessed letter by letter.
 * @throws ValidationError `search.masked`, which names the field
 */
export function assertSearchable(
  field: CatalogueField,
  condition: SearchCondition,
  hidden: ReadonlySet<PersonalDataKind>,
  path: Path,
): void {
  if (!isMaskedField(field, hidden) || wholeValueOperators.has(condition.op)) return
  if (condition.op === 'inNetwork' && isVisibleNetwork(condition.value)) return
  throw new ValidationError(
    [...path],
    `Values of ${field.id} are masked for you: compare the whole value with equals or is any of.`,
    { code: 'search.masked' },
  )
}
