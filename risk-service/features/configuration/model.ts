import { z } from 'zod'
import { externalAssessmentBodySchema } from '../../contract/external-calls/external-assessment-inputs.ts'
import { type ExternalCallBody, externalCallBodySchema } from '../../contract/external-calls/external-call-inputs.ts'
import type { FunctionBody, RuleBody, RuleDiagnostic, RuleType, VelocitySetBody } from '../../contract/index.ts'
import {
  databaseColumnsSchema,
  type ListConnection,
  listConnectionSchema,
} from '../../contract/lists/database-list-inputs.ts'

/**
 * The configuration of an environment as it is stored in files and compared: independent of ids, versions and authors.
 */
export interface EnvironmentConfig {
  /** Rule evaluation and payload sample per assessment, as far as they differ from those of a new environment. */
  settings: Record<string, AssessmentSettings>
  /** The rules in run order within each assessment and type. */
  rules: ConfigRule[]
  velocitySets: ConfigVelocitySet[]
  functions: FunctionBody[]
  /** Without secrets: `{ kept: true }` replaces one that the environment has. */
  externalCalls: ExternalCallBody[]
  externalAssessments: ConfigExternalAssessment[]
  customLists: ConfigCustomList[]
  /** Without secrets, like calls. */
  sourceLists: ConfigDatabaseList[]
  supportLists: ConfigSupportList[]
}

export interface AssessmentSettings {
  evaluation?: 'all' | 'first'
  payload?: Record<string, unknown>
}
/** `assessment`: `purchase`, `accountcreation`, …, or the API name of a tenant assessment. */
export interface ConfigRule {
  assessment: string
  type: RuleType
  /** `unchanged`, in files alone: a rule that exists keeps its status, and a new one is inactive. */
  status: 'active' | 'inactive' | 'unchanged'
  body: RuleBody
}
export interface ConfigVelocitySet {
  status: 'active' | 'inactive'
  body: VelocitySetBody
}
/** `environment`: path of names of the root environment that has the assessment; absent: its own root. */
export interface ConfigExternalAssessment {
  name: string
  description: string
  target: { assessment: string; environment?: string | undefined }
}
/**
 * `csv`: the file as it was uploaded. `whenEmpty`, in files alone: a list that exists stays as it is while the file has
 * no rows.
 */
interface ConfigCustomList {
  name: string
  description: string
  csv: string
  whenEmpty?: 'unchanged' | undefined
}
/** A database list. */
export interface ConfigDatabaseList {
  name: string
  description: string
  columns: string[]
  connection: ListConnection
}
export interface ConfigSupportEntry {
  value: string
  status: 'Safe' | 'Block' | 'Watch'
  reason: string
  expires: string | null
  comments: string
}
export interface ConfigSupportList {
  name: string
  entries: ConfigSupportEntry[]
}

/** A fault of a file, or a consequence of its text. Lines and columns count from 1; 0 refers to the file as a whole. */
export interface ConfigFileIssue {
  file: string
  line: number
  column: number
  severity: 'error' | 'warning'
  code: string
  message: string
  /** Of a diagnostic of the query language: what clients put into their own message. */
  params?: RuleDiagnostic['params'] | undefined
}

export const emptyConfig = (): EnvironmentConfig => ({
  settings: {},
  rules: [],
  velocitySets: [],
  functions: [],
  externalCalls: [],
  externalAssessments: [],
  customLists: [],
  sourceLists: [],
  supportLists: [],
})

/** Schema of the file `external-calls/<name>.json`. */
export const externalCallFileSchema = externalCallBodySchema.strict()
/** Schema of the file `external-assessments/<name>.json`. */
export const externalAssessmentFileSchema = z.strictObject({
  name: externalAssessmentBodySchema.shape.name,
  description: externalAssessmentBodySchema.shape.description,
  target: z.strictObject({ assessment: z.string().max(60), environment: z.string().max(1000).optional() }),
})

/** Schema of the file `lists/databases/<name>.json`. */
export const sourceListFileSchema = z.strictObject({
  description: z.string().trim().max(500).default(''),
  columns: databaseColumnsSchema,
  connection: z.strictObject(listConnectionSchema.shape),
})

/** Schema of the file `settings.json`. */
export const settingsSchema = z.record(
  z.string().regex(/^\w{1,60}$/),
  z.strictObject({
    evaluation: z.enum(['all', 'first']).optional(),
    payload: z.record(z.string(), z.unknown()).optional(),
  }),
)
/** Returns the key by which rules and lists are compared, without letter case. */
export const nameKey = (name: string): string => name.trim().toLowerCase()
