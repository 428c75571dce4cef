import type { MoveNote } from '../../../contract/moving-in/moving-in.ts'
import { configToFiles } from '../../configuration/files/config-files.ts'
import { type ConfigRule, type EnvironmentConfig, emptyConfig } from '../../configuration/model.ts'
import { configOf } from '../../templates/environment-template.ts'
import { type AssessmentContent, contentSchemas, fileHeadSchema, fileVersion } from '../../templates/model.ts'
import { createFaultNote, schemaNotes } from '../model/schema-notes.ts'

type TemplateFiles = { files: Map<string, string>; withoutRows: string[] } | { notes: MoveNote[] }

/** Returns the contents of a template as files of a configuration; null: the text is no template. */
export function templateFiles(text: string): TemplateFiles | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const head = fileHeadSchema.safeParse(value)
  if (!head.success) return null
  const { kind, version, content } = head.data
  if (version > fileVersion) return { notes: [createFaultNote('templateNewer')] }
  if (kind !== 'rule' && kind !== 'assessment' && kind !== 'environment')
    return { notes: [createFaultNote('templateKind', { name: kind })] }
  const read = contentSchemas[kind].safeParse(content)
  if (!read.success) return { notes: schemaNotes(read.error, content).slice(0, 1) }
  const config = configOfTemplate(kind, read.data)
  const files = configToFiles(config)
  return { files, withoutRows: [...files.keys()].filter(path => /^lists\/custom\/.*\.csv$/.test(path)) }
}

function configOfTemplate(kind: keyof typeof contentSchemas, content: unknown): EnvironmentConfig {
  if (kind === 'environment') return configOf(contentSchemas.environment.parse(content))
  if (kind === 'rule') {
    const { assessment, type, body } = contentSchemas.rule.parse(content)
    return { ...emptyConfig(), rules: [{ assessment: assessment.key, type, status: 'unchanged', body }] }
  }
  const { definition, settings, rules } = contentSchemas.assessment.parse(content) satisfies AssessmentContent
  const assessment = definition.apiName
  return {
    ...emptyConfig(),
    settings: { [assessment]: settings as EnvironmentConfig['settings'][string] },
    rules: rules.map((rule): ConfigRule => ({ ...rule, assessment })),
  }
}
