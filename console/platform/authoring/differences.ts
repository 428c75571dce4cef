import type { ConflictField } from '../errors/conflict-fields.tsx'

/** Named texts of one version: an id of their own, what they are called, and the text. */
export type VersionTexts = readonly { id: string; label: string; text: string }[]

/** Where two versions differ, text by text; one that only the other has stands against nothing. Texts of the same id are one. */
export function differencesOf(mine: VersionTexts, theirs: VersionTexts): ConflictField[] {
  const textOf = (texts: VersionTexts, wanted: string) => texts.filter(({ id }) => id === wanted).map(({ text }) => text).join('\n')
  const labels = new Map([...mine, ...theirs].map(({ id, label }) => [id, label]))
  return [...labels].map(([id, label]) => ({ id, label, mine: textOf(mine, id), theirs: textOf(theirs, id) })).filter(field => field.mine !== field.theirs)
}
