import {
  type AssessmentSchema,
  type CustomField,
  findSchemaIssues,
  type SchemaIssueCode,
} from '@assay/risk-service/contract/assessment-schemas'
import { addSections, fieldAt } from '../model/schema-changes.ts'
import { acceptFields, type FieldChoice, type FieldDraft, isIncluded, type SchemaDraft } from './draft-schema.ts'
import { keyLines } from './key-lines.ts'

/** A field that is in the schema already, with the line of the text that names it. */
export interface ExistingName {
  line: number
  name: string
}
export interface DraftChoices {
  /** By the source of a field. */
  fields: ReadonlyMap<string, FieldChoice>
  /** Sources of sections that are left out. */
  withoutSections: ReadonlySet<string>
}
type AppliedDraft =
  | { schema: AssessmentSchema; existing?: undefined; issue?: undefined }
  | { existing: readonly ExistingName[]; schema?: undefined; issue?: undefined }
  | { issue: SchemaIssueCode; schema?: undefined; existing?: undefined }

/** Adds what was accepted of a draft to a schema; all of it or, where a name exists, nothing. */
export function applyDraft(
  schema: AssessmentSchema,
  draft: SchemaDraft,
  { fields: choices, withoutSections }: DraftChoices,
  text: string,
): AppliedDraft {
  const existing = findExisting(schema.custom, draft.custom, choices)
  if (existing.length > 0) {
    const lines = keyLines(text)
    return {
      existing: existing
        .map(({ source, name }) => ({ name, line: lines.get(source) ?? 1 }))
        .toSorted((a, b) => a.line - b.line),
    }
  }
  const custom: readonly CustomField[] = [...schema.custom, ...acceptFields(draft.custom, choices)]
  const [issue] = findSchemaIssues(custom)
  if (issue) return { issue: issue.code }
  const sections = draft.sections.filter(({ source }) => !withoutSections.has(source)).map(({ section }) => section)
  return { schema: { ...addSections(schema, sections), custom } }
}

const findExisting = (
  custom: readonly CustomField[],
  drafts: readonly FieldDraft[],
  choices: ReadonlyMap<string, FieldChoice>,
): FieldDraft[] =>
  drafts.filter(draft => isIncluded(draft, choices.get(draft.source)) && fieldAt(custom, [draft.name]) !== undefined)
