import { z } from 'zod'
import { externalAssessmentBodySchema } from '../../contract/external-calls/external-assessment-inputs.ts'
import { type ExternalCallBody, externalCallBodySchema } from '../../contract/external-calls/external-call-inputs.ts'
import type { FunctionBody, RuleBody, RuleType, VelocitySetBody } from '../../contract/index.ts'
import {
  databaseColumnsSchema,
  type ListConnection,
  listConnectionSchema,
} from '../../contract/lists/database-list-inputs.ts'

/** What an environment decides by, as it is kept in files and compared: independent of ids, versions and authors. */
export interface EnvironmentConfig {
  /** Rule evaluation and payload sample per assessment, as far as they differ from what an environment starts with. */
  settings: Record<string, AssessmentSettings>
  /** The rules in run order within each assessment and type. */
  rules: ConfigRule[]
  velocitySets: ConfigVelocitySet[]
  functions: FunctionBody[]
  /** Secrets are not among it: `{ kept: true }` stands for one that the environment has. */
  externalCalls: ExternalCallBody[]
  externalAssessments: ConfigExternalAssessment[]
  customLists: ConfigCustomList[]
  /** Without secrets, as calls are. */
  sourceLists: ConfigDatabaseList[]
  supportLists: ConfigSupportList[]
}

export interface AssessmentSettings {
  evaluation?: 'all' | 'first'
  payload?: Record<string, unknown>
}
/** `assessment`: `purchase`, `accountcreation`, …, or the API name of one of the customer's. */
export interface ConfigRule {
  assessment: string
  type: RuleType
  status: 'active' | 'inactive'
  body: RuleBody
}
export interface ConfigVelocitySet {
  status: 'active' | 'inactive'
  body: VelocitySetBody
}
/** `environment`: path of names of the root environment that has the assessment; the own one when absent. */
export interface ConfigExternalAssessment {
  name: string
  description: string
  target: { assessment: string; environment?: string | undefined }
}
/** `csv`: the file as it was uploaded. */
interface ConfigCustomList {
  name: string
  description: string
  csv: string
}
/** A list whose rows are in a database. */
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

/**
 * What is wrong with a file, or what its text leads to. Lines and columns count from 1; 0 speaks of the file as a
 * whole.
 */
export interface ConfigFileIssue {
  file: string
  line: number
  column: number
  severity: 'error' | 'warning'
  code: string
  message: string
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

/** The form of the file `external-calls/<name>.json`. */
export const externalCallFileSchema = externalCallBodySchema.strict()
/** The form of the file `external-assessments/<name>.json`. */
export const externalAssessmentFileSchema = z.strictObject({
  name: externalAssessmentBodySchema.shape.name,
  description: externalAssessmentBodySchema.shape.description,
  target: z.strictObject({ assessment: z.string().max(60), environment: z.string().max(1000).optional() }),
})

/** The form of the file `lists/databases/<name>.json`. */
export const sourceListFileSchema = z.strictObject({
  description: z.string().trim().max(500).default(''),
  columns: databaseColumnsSchema,
  connection: z.strictObject(listConnectionSchema.shape),
})

/** The form of the file `settings.json`. */
export const settingsSchema = z.record(
  z.string().regex(/^\w{1,60}$/),
  z.strictObject({
    evaluation: z.enum(['all', 'first']).optional(),
    payload: z.record(z.string(), z.unknown()).optional(),
  }),
)
/** Rules and lists are told apart without letter case. */
export const nameKey = (name: string): string => name.trim().toLowerCase()
