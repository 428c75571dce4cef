import type {
  ExternalAssessmentInfo,
  ExternalCallInfo,
  FunctionScopes,
  ListInfo,
  SupportListInfo,
  VelocityInfo,
} from './resource-readers.ts'
import type { RuleKind } from './rule-source.ts'

/* The input of the checker: attributes, lists and the other resources that a rule may name. */

export interface AttributeInfo {
  path: string
  type: 'string' | 'number' | 'boolean' | 'date-time' | 'object' | 'array'
  description?: string
  /** Declared value list; comparison with a text then ignores case. */
  values?: readonly string[]
}

/** Names that a rule may use. Keys of all maps are lower-cased. */
export interface CheckEnvironment {
  /** By lower-cased path with array indexes removed. An empty map switches the "not in the sample" warning off. */
  attributes: ReadonlyMap<string, AttributeInfo>
  /** More attributes with a declared value list, by lower-cased path; the sample may lack them. */
  valueLists?: ReadonlySet<string>
  lists?: {
    custom: ReadonlyMap<string, ListInfo>
    support: ReadonlyMap<string, SupportListInfo>
  }
  velocities?: ReadonlyMap<string, VelocityInfo>
  externalCalls?: ReadonlyMap<string, ExternalCallInfo>
  externalAssessments?: ReadonlyMap<string, ExternalAssessmentInfo>
  functions?: FunctionScopes
  /** Case queues (routing rules); any when absent. */
  queues?: ReadonlySet<string>
  /** Events that a velocity may count (`assessment` or `assessment:observation`, lower-cased); any when absent. */
  events?: ReadonlySet<string>
  /** Sample payload: GROUPBY must not go through one of its arrays. */
  sample?: unknown
  /** Template of a wizard assessment; `Custom` and `DeviceFingerprinting` have no risk model. */
  template?: string
  /** Default `decision`. */
  kind?: RuleKind
  /** Legacy assessments have scores read by `@"riskScore"` and `@"botScore"` according to the section. */
  legacyScores?: 'risk' | 'riskAndBot'
}
