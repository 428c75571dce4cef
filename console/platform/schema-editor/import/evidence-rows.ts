import type { FieldChoice, FieldDraft } from './draft-schema.ts'
import { isIncluded } from './draft-schema.ts'

/** A drafted field as a row of the table; one inside an object that is left out is none. */
export interface EvidenceRow {
  draft: FieldDraft
  depth: number
}

export const evidenceRows = (
  drafts: readonly FieldDraft[],
  choices: ReadonlyMap<string, FieldChoice>,
  depth = 0,
): EvidenceRow[] =>
  drafts.flatMap(draft => {
    const choice = choices.get(draft.source)
    const opens = isIncluded(draft, choice) && (choice?.type ?? draft.type) === 'Object'
    return [{ draft, depth }, ...(opens ? evidenceRows(draft.fields, choices, depth + 1) : [])]
  })
