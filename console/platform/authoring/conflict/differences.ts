import { defined } from '@assay/risk-service/contract'
import type { ConflictField } from './conflict-fields.tsx'

/**
 * Named texts of one version: an id of their own, what they are called, the text, and whether it is one of the query
 * language.
 */
export type VersionTexts = readonly { id: string; label: string; text: string; code?: boolean }[]

/**
 * Where two versions differ, text by text; one that only the other has stands against nothing. Texts of the same id are
 * one.
 */
export function differencesOf(mine: VersionTexts, theirs: VersionTexts): ConflictField[] {
  const textOf = (texts: VersionTexts, partId: string) =>
    texts
      .filter(({ id }) => id === partId)
      .map(({ text }) => text)
      .join('\n')
  const all = new Map([...mine, ...theirs].map(({ id, label, code }) => [id, { id, label, ...defined({ code }) }]))
  return [...all]
    .map(([id, named]) => ({ ...named, mine: textOf(mine, id), theirs: textOf(theirs, id) }))
    .filter(field => field.mine !== field.theirs)
}
