import {
  type CustomField,
  findSchemaIssues,
  type SchemaIssueCode,
  schemaLimits,
} from '../../contract/assessments/custom-fields.ts'
import { compulsorySection, sectionByName } from '../../contract/assessments/section-catalogue.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'

/** @throws ValidationError for sections that do not exist or stand there twice, and without metadata */
export function assertValidSections(sections: readonly string[]): void {
  if (
    !sections.includes(compulsorySection) ||
    new Set(sections).size < sections.length ||
    sections.some(name => !sectionByName.has(name))
  )
    throw new ValidationError(
      ['schema', 'sections'],
      'Sections are those of the catalogue, each once and metadata among them.',
    )
}

/** @throws ValidationError that names the first faulty field below `parent` */
export function assertValidFields(custom: readonly CustomField[], parent: readonly string[]): void {
  const [issue] = findSchemaIssues(custom)
  if (issue) throw new ValidationError([...parent, ...issue.path], schemaMessages[issue.code])
}

const schemaMessages: Record<SchemaIssueCode, string> = {
  name: 'The name of a field begins with a letter or underscore, and has letters, digits and underscores, at most 64.',
  nameTaken: 'Names of fields are unique among their siblings.',
  type: 'This is not a type of fields.',
  friendlyName: `A friendly name has at most ${schemaLimits.friendlyName} characters.`,
  sample: 'The sample value is not one of its type.',
  inner: 'Only an object has fields.',
  depth: `At most ${schemaLimits.depth} levels.`,
  count: `At most ${schemaLimits.fields} fields.`,
}
