import type { ColumnType, Generated } from 'kysely'
import type { ModelCard, Scorecard } from '../contract/models/models.ts'

/** bigint columns arrive as numbers (the pool parses int8 into a number: amounts and counts stay below 2^53). */
type Time = ColumnType<Date, Date | string, Date | string>
type TimeDefault = ColumnType<Date, Date | string | undefined, Date | string>
/** jsonb: read parsed, written as JSON text. */
type Json<T> = ColumnType<T, string, string>

interface TenantTable {
  id: string
  name: string
  role_family: 'standard' | 'psp'
  demo: Generated<boolean>
  seeded: Generated<boolean>
  created_at: TimeDefault
}
export interface EnvironmentTable {
  id: string
  tenant_id: string
  parent_id: string | null
  name: string
  friendly_name: string
  /** Customer API id. */
  api_id: string | null
  kind: 'production' | 'sandbox'
  geography: string
  status: string
  created_at: TimeDefault
  description: Generated<string>
  tags: Generated<string[]>
  counterpart_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Gets Risk_API while the environment is made. */
  application_id: ColumnType<string | null, string | null | undefined, string | null>
  status_at: TimeDefault
  failure: ColumnType<string | null, string | null | undefined, string | null>
  /** Of the removal, so far in vain; the next one is due at `retry_at`. */
  attempts: Generated<number>
  retry_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
interface PrincipalTable {
  tenant_id: string
  id: string
  kind: 'user' | 'group' | 'application'
  name: string
  username: string
}
/** `environment_id` null: tenant-wide (Product admin). */
interface RoleAssignmentTable {
  tenant_id: string
  environment_id: string | null
  principal_id: string
  role: string
  created_at: TimeDefault
}
interface ApiClientTable {
  client_id: string
  tenant_id: string
  environment_id: string
  principal_id: string
  display_name: string
  created_at: TimeDefault
}
/** Of a client: `secret_hash`, or `certificate` (PEM) with its thumbprints in upper-case hex. */
interface ApiClientCredentialTable {
  id: string
  client_id: string
  secret_hash: string | null
  certificate: string | null
  thumbprint: string | null
  thumbprint_sha256: string | null
  created_at: TimeDefault
  expires_at: Time
}
/** `scope`: `service` or an environment id. */
interface SettingTable {
  scope: string
  key: string
  value: Json<unknown>
  updated_at: TimeDefault
}

type RuleType = 'decision' | 'postDecision' | 'routing'
/** `event_type` is the assessment, `branch` its API name. */
interface RuleTable {
  id: string
  environment_id: string
  event_type: string
  type: Generated<RuleType>
  branch: Generated<string>
  name: string
  status: 'active' | 'inactive'
  position: number
  version: number
  body: Json<unknown>
  published_by: string
  published_by_name: string
  published_at: TimeDefault
}
interface RuleDraftTable {
  rule_id: string
  author_id: string
  environment_id: string
  event_type: string
  type: Generated<RuleType>
  branch: Generated<string>
  author_name: string
  body: Json<unknown>
  base_version: number
  saved_at: TimeDefault
}
interface RuleVersionTable {
  rule_id: string
  version: number
  environment_id: string
  event_type: Generated<string>
  type: Generated<RuleType>
  branch: Generated<string>
  name: string
  status: string
  body: Json<unknown>
  published_by: string
  published_by_name: string
  published_at: TimeDefault
}
export interface RuleBranchTable {
  environment_id: string
  event_type: string
  api_name: string
  id: string
  name: string
  created_by: string
  created_by_name: string
  created_at: TimeDefault
}
/** `share`: percent of the traffic. */
export interface RuleExperimentTable {
  id: string
  environment_id: string
  event_type: string
  branch_id: string
  name: string
  share: number
  ends_at: Time | null
  call_external: boolean
  started_by: string
  started_by_name: string
  started_at: Time
  stopped_at: Time | null
}
/** What an experiment's branch made of an event that production decided. */
interface ShadowRunTable {
  experiment_id: string
  event_id: string
  environment_id: string
  at: Time
  production: string
  decision: string
  reason: string
  rule_id: string | null
  rule: string | null
  clause: string | null
  outputs: Json<Record<string, unknown>>
}
/** Of an assessment in an environment; `payload` null: the system's sample. */
interface RuleSettingTable {
  environment_id: string
  event_type: string
  evaluation: Generated<'all' | 'first'>
  payload: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  version: Generated<number>
  promotions: Generated<number>
  updated_by: ColumnType<string | null, string | null | undefined, string | null>
  updated_by_name: ColumnType<string | null, string | null | undefined, string | null>
  updated_at: TimeDefault
}
/** What explanations say of the rules of a chain; `id` is made of the content. */
interface RuleChainTable {
  id: string
  rules: Json<unknown>
}
interface AuditLogTable {
  id: string
  tenant_id: string
  environment_id: string | null
  at: TimeDefault
  actor_id: string
  actor_name: string
  actor_roles: string[]
  resource_type: string
  resource_id: string
  resource_name: string
  operation: string
  before: Json<unknown> | null
  after: Json<unknown> | null
  correlation_id: string | null
}

interface EventTable {
  environment_id: string
  at: Time
  event_id: string
  event_type: string
  external_id: string
  merchant_at: Time | null
  assessment_type: string
  decision: string
  reason: string
  rule_id: string | null
  rule: string | null
  clause: string | null
  rule_environment_id: string | null
  risk_score: number
  /** Minor units of `currency`. */
  amount: number | null
  currency: string | null
  /** US cents. */
  amount_usd: number | null
  user_id: string | null
  user_name: string | null
  email: string | null
  phone: string | null
  ip: string | null
  ip_country: string | null
  device_id: string | null
  payment_type: string | null
  card_type: string | null
  bin: string | null
  last_four: string | null
  billing_country: string | null
  shipping_country: string | null
  shipping_city: string | null
  item_count: number | null
  label: 'Fraud' | 'NonFraud' | null
}
interface EventBodyTable {
  environment_id: string
  at: Time
  event_id: string
  received_at: TimeDefault
  correlation_id: string | null
  latency_ms: number | null
  request: Json<Record<string, unknown>>
  enrichment: Json<Record<string, unknown>>
  explanation: Json<unknown>
}
/** `entity_value` is the normalised value (lower case, trimmed); `display` is what was sent. */
interface EventEntityTable {
  environment_id: string
  entity_type: string
  entity_value: string
  at: Time
  event_id: string
  event_type: string
  display: string
}
interface EventKeyTable {
  environment_id: string
  event_type: string
  external_id: string
  at: Time
  event_id: string
  answer: string
}
interface EventLabelTable {
  environment_id: string
  label_key: string
  object_type: string
  object_id: string
  is_fraud: boolean | null
  label_at: Time
  received_at: TimeDefault
  body: Json<Record<string, unknown>>
}
/** Roll-up per hour of the transaction date; `score_band` 1-5, `label` '' | Fraud | NonFraud. */
interface EventHourTable {
  environment_id: string
  event_type: string
  hour: Time
  decision: string
  score_band: number
  label: Generated<string>
  events: number
  amount_usd: number
}
interface RuleHourTable {
  environment_id: string
  event_type: string
  hour: Time
  rule_id: string
  clause: string
  rule: string
  decision: string
  events: number
}
interface ApiErrorTable {
  id: string
  tenant_id: string | null
  environment_id: string | null
  at: TimeDefault
  api_name: string
  status: number
  message: string
  correlation_id: string | null
}
/**
 * Once for everybody whose roles cover it; `environment_id` null: about the tenant. `user_id`: for this person alone.
 */
interface NotificationTable {
  id: string
  tenant_id: string
  environment_id: string | null
  user_id: string | null
  topic: string
  type: string
  event: string
  params: Json<Record<string, string | number>>
  at: TimeDefault
}
interface NotificationStateTable {
  tenant_id: string
  user_id: string
  notification_id: string
  read_at: Time | null
  dismissed_at: Time | null
}
/** A span in which somebody did not want a topic; open while they do not. */
interface NotificationMuteTable {
  id: string
  tenant_id: string
  user_id: string
  topic: string
  muted_at: Time
  unmuted_at: Time | null
}
interface FcraAcceptanceTable {
  id: string
  tenant_id: string
  user_id: string
  text_version: string
  at: Time
}
/** What a person chose, as far as they chose: `version` counts the changes. */
interface UserPreferenceTable {
  tenant_id: string
  user_id: string
  version: number
  document: Json<Record<string, unknown>>
  updated_at: TimeDefault
}
interface SavedViewTable {
  id: string
  environment_id: string
  area: string
  owner_id: string
  owner_name: string
  name: string
  shared: boolean
  state: Json<Record<string, unknown>>
  version: number
  updated_at: TimeDefault
}
interface SavedViewDefaultTable {
  environment_id: string
  area: string
  user_id: string
  view_id: string
}
/** A change under the caller's own key; `answer` null while it is under way. */
interface RepeatedCallTable {
  tenant_id: string
  user_id: string
  key: string
  procedure: string
  digest: string
  answer: ColumnType<unknown, string | null, string | null>
  started_at: Time
  expires_at: Time
}
/** An assessment that a tenant made in a root environment; the ones of the product have no row. */
interface AssessmentTable {
  id: string
  environment_id: string
  kind: 'wizard' | 'custom'
  template: string | null
  api_name: string
  friendly_name: string
  schema: Json<unknown>
  schema_version: Generated<number>
  settings: Json<unknown>
  observations: Json<unknown>
  has_label: boolean
  sample: Json<unknown>
  created_by: string
  created_by_name: string
  created_at: TimeDefault
  updated_at: TimeDefault
}
/**
 * A status, bank event, chargeback, refund, account update or observation. `entity_id`: the id that its stages share;
 * `subject_type` and `subject_id`: the assessment (event type and merchant's id) or `user` it speaks of.
 */
interface DataEventTable {
  environment_id: string
  at: Time
  data_id: string
  event_type: string
  event_key: string
  entity_id: string
  subject_type: string
  subject_id: string
  happened_at: Time
  received_at: Time
  correlation_id: string | null
  body: Json<Record<string, unknown>>
}
interface DataEventKeyTable {
  environment_id: string
  event_type: string
  event_key: string
  at: Time
  data_id: string
}
interface ApiCalls {
  environment_id: string
  api_name: string
  experience: string
  status: number
  calls: number
  /** Sum over the calls. */
  latency_ms: number
  longest_ms: number
  latency_bands: number[]
}
interface ApiCallMinuteTable extends ApiCalls {
  minute: Time
}
interface ApiCallHourTable extends ApiCalls {
  hour: Time
}
interface DeviceSessionTable {
  environment_id: string
  session_id: string
  at: Time
  page_id: string
  device_id: string
  cookie_id: string
  match_key: string
  ip: string | null
  bot_score: number
  attributes: Json<Record<string, unknown>>
}
export interface ListTable {
  id: string
  environment_id: string
  name: string
  description: string
  version: number
  columns: string[]
  rows: number
  size: number
  created_at: Time
  updated_by: string
  updated_by_name: string
  updated_at: Time
  source: Generated<'csv' | 'cosmos'>
}
/** `connection`: without its secret, which is encrypted beside it. */
export interface ListSourceTable {
  list_id: string
  connection: Json<unknown>
  secret: string | null
}
/** `content`: the file, gzip; null when it is no longer kept. */
export interface ListVersionTable {
  list_id: string
  version: number
  columns: string[]
  rows: number
  size: number
  file_name: string
  digest: string
  restored_from: number | null
  updated_by: string
  updated_by_name: string
  updated_at: Time
  content: Uint8Array | null
}
/** `key`: the value as it is compared. */
export interface SupportEntryTable {
  environment_id: string
  list: string
  key: string
  value: string
  status: 'Safe' | 'Block' | 'Watch'
  reason: string
  comments: string
  expires_at: Time | null
  added_by_name: string
  added_at: Time
  updated_by: string
  updated_by_name: string
  updated_at: Time
}
/** A velocity set or a function, as it is published. */
interface ResourceTable {
  id: string
  environment_id: string
  name: string
  status: 'active' | 'inactive'
  version: number
  body: Json<unknown>
  published_by: string
  published_by_name: string
  published_at: Time
}
interface ResourceDraftTable {
  resource_id: string
  author_id: string
  environment_id: string
  author_name: string
  body: Json<unknown>
  base_version: number
  saved_at: Time
}
interface ResourceVersionTable {
  resource_id: string
  version: number
  environment_id: string
  name: string
  status: string
  body: Json<unknown>
  published_by: string
  published_by_name: string
  published_at: Time
}
/** The id that counts are kept under; `name` in lower case. */
interface VelocityTable {
  environment_id: string
  name: string
  id: string
  set_id: string
}
/** A velocity of an environment and how it counts. */
interface VelocitySeriesTable {
  environment_id: string
  velocity_id: string
  aggregate: 'count' | 'distinct' | 'sum'
  state: Generated<'live' | 'filling'>
  series: Generated<number>
  set_id: string | null
  since: Time | null
}
/** What an event adds and no hour has yet; the environment is the event's. */
interface VelocityLogTable {
  environment_id: string
  event_id: string
  at: Time
  written_at: TimeDefault
  contributions: Json<unknown>
}
interface VelocityRecentTable {
  environment_id: string
  folded_at: Time
  flush: string
  contributions: Json<unknown>
}
interface VelocityFoldTable {
  owner: string
  folds: number
  started_at: TimeDefault
}
/** `hour`: since 1970. */
interface VelocityHourTable {
  environment_id: string
  key: string
  hour: number
  counts: Json<unknown>
}
export interface VelocityBackfillTable {
  environment_id: string
  set_id: string
  version: number
  state: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed'
  events: Generated<number>
  total: Generated<number>
  until: Time
  places: string[]
  reached_place: Generated<number>
  reached_at: Time | null
  reached_id: string | null
  failure: string | null
  started_at: TimeDefault
  finished_at: Time | null
}
interface VelocityBackfillHourTable extends VelocityHourTable {
  set_id: string
  chunk: number
}
export interface ExternalAssessmentTable {
  id: string
  environment_id: string
  name: string
  version: number
  body: Json<unknown>
  created_at: Time
  updated_by: string
  updated_by_name: string
  updated_at: Time
}
/** `secrets`: encrypted, by their place in the body. */
export interface ExternalCallTable extends ExternalAssessmentTable {
  secrets: Json<unknown>
}
/** Outgoing calls by the minute; `error` is empty for a success. */
interface OutgoingCallMinuteTable {
  environment_id: string
  target_id: string
  minute: Time
  error: string
  status: number
  kind: string
  calls: number
  latency_ms: number
}
/** A fitted model with its card; at most one of a kind is active in an environment. */
interface ModelVersionTable {
  environment_id: string
  kind: 'risk' | 'bot'
  version: number
  id: string
  state: 'active' | 'retired'
  scorecard: Json<Scorecard>
  card: Json<ModelCard>
  rows: number
  auc: number
  fitted_at: Time
  fitted_by_name: string | null
}
/** `reason`: why there is no model. `requested_by_name` null: by the schedule. */
export interface ModelFitTable {
  environment_id: string
  id: string
  kind: 'risk' | 'bot'
  state: 'waiting' | 'running' | 'done' | 'refused' | 'cancelled' | 'failed'
  progress: Generated<number>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  rows: ColumnType<number | null, number | null | undefined, number | null>
  frauds: ColumnType<number | null, number | null | undefined, number | null>
  version: ColumnType<number | null, number | null | undefined, number | null>
  requested_by_name: string | null
  requested_at: Time
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
/** `digest`: of what was asked for; `rules`: of the published rules at that moment. `body` null for a branch. */
export interface BacktestTable {
  environment_id: string
  id: string
  event_type: string
  kind: 'draft' | 'branch' | 'rule'
  name: string
  rule_id: string | null
  branch: string | null
  body: ColumnType<unknown, string | null, string | null>
  from_at: Time
  to_at: Time
  state: 'waiting' | 'running' | 'done' | 'failed'
  digest: string
  rules: string
  events: number
  total: number
  counted: number | null
  labelled: string | null
  failure: string | null
  result: ColumnType<unknown, string | null, string | null>
  started_by: string
  started_by_name: string
  created_at: Time
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
/** An event that a back-test decided otherwise. */
interface BacktestEventTable {
  environment_id: string
  backtest_id: string
  at: Time
  event_id: string
  event_environment_id: string
  external_id: string
  before: string
  after: string
  rule: string | null
  clause: string | null
  amount_usd: number | null
  label: string | null
}
/** A snapshot of a rule, an assessment or an environment. */
export interface TemplateTable {
  id: string
  environment_id: string
  kind: 'rule' | 'assessment' | 'environment'
  name: string
  description: string
  source: string
  version: number
  content: Json<unknown>
  created_by: string
  created_by_name: string
  created_at: Time
}
/** What an environment that is being made is to hold. */
interface EnvironmentFillingTable {
  environment_id: string
  template: string
  content: Json<unknown>
  asked_by: string
  asked_by_name: string
}
interface TelemetryTable {
  id: Generated<number>
  at: TimeDefault
  kind: string
  name: string
  body: Json<unknown>
}

export interface Database {
  tenant: TenantTable
  environment: EnvironmentTable
  principal: PrincipalTable
  role_assignment: RoleAssignmentTable
  api_client: ApiClientTable
  api_client_credential: ApiClientCredentialTable
  setting: SettingTable
  rule: RuleTable
  rule_draft: RuleDraftTable
  rule_version: RuleVersionTable
  rule_chain: RuleChainTable
  rule_branch: RuleBranchTable
  rule_experiment: RuleExperimentTable
  shadow_run: ShadowRunTable
  rule_setting: RuleSettingTable
  audit_log: AuditLogTable
  event: EventTable
  event_body: EventBodyTable
  event_entity: EventEntityTable
  event_key: EventKeyTable
  event_label: EventLabelTable
  event_hour: EventHourTable
  rule_hour: RuleHourTable
  api_error: ApiErrorTable
  telemetry: TelemetryTable
  notification: NotificationTable
  notification_state: NotificationStateTable
  notification_mute: NotificationMuteTable
  fcra_acceptance: FcraAcceptanceTable
  repeated_call: RepeatedCallTable
  external_call: ExternalCallTable
  external_assessment: ExternalAssessmentTable
  outgoing_call_minute: OutgoingCallMinuteTable
  velocity_set: ResourceTable
  velocity_set_draft: ResourceDraftTable
  velocity_set_version: ResourceVersionTable
  velocity: VelocityTable
  function: ResourceTable
  function_draft: ResourceDraftTable
  function_version: ResourceVersionTable
  list: ListTable
  list_source: ListSourceTable
  list_version: ListVersionTable
  support_entry: SupportEntryTable
  backtest: BacktestTable
  backtest_event: BacktestEventTable
  template: TemplateTable
  environment_filling: EnvironmentFillingTable
  assessment: AssessmentTable
  data_event: DataEventTable
  data_event_key: DataEventKeyTable
  api_call_minute: ApiCallMinuteTable
  api_call_hour: ApiCallHourTable
  device_session: DeviceSessionTable
  velocity_series: VelocitySeriesTable
  velocity_log: VelocityLogTable
  velocity_recent: VelocityRecentTable
  velocity_fold: VelocityFoldTable
  velocity_hour: VelocityHourTable
  velocity_backfill: VelocityBackfillTable
  velocity_backfill_hour: VelocityBackfillHourTable
  model_version: ModelVersionTable
  model_fit: ModelFitTable
  user_preference: UserPreferenceTable
  saved_view: SavedViewTable
  saved_view_default: SavedViewDefaultTable
}
