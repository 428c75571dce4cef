import type { Kysely } from 'kysely'
import type { AdministrationTables } from './administration-tables.ts'
import type { ApiCallHourTable, ApiCallMinuteTable, ApiErrorMinuteTable, ApiErrorTable } from './tables/api-calls.ts'
import type { AssessmentRemovalTable, AssessmentTable } from './tables/assessments.ts'
import type { DeviceSessionTable } from './tables/devices.ts'
import type { EnvironmentTable } from './tables/environments.ts'
import type {
  DataEventKeyTable,
  DataEventTable,
  EventBodyTable,
  EventEntityTable,
  EventHourTable,
  EventKeyTable,
  EventLabelTable,
  EventTable,
  EventViewTable,
  MonitorCountTable,
  PostalCodeFillingTable,
  RuleHourTable,
} from './tables/events.ts'
import type { ListSourceTable, ListTable, ListVersionTable, SupportEntryTable } from './tables/lists.ts'
import type { ModelTrainingTable, ModelVersionTable } from './tables/models.ts'
import type { NotificationMuteTable, NotificationStateTable, NotificationTable } from './tables/notifications.ts'
import type { ExternalAssessmentTable, ExternalCallTable, OutgoingCallMinuteTable } from './tables/outgoing-calls.ts'
import type { PersonalDataGrantTable } from './tables/personal-data.ts'
import type {
  AssistantEntryTable,
  SavedViewDefaultTable,
  SavedViewTable,
  SavedViewWatchTable,
  UserPreferenceTable,
} from './tables/preferences.ts'
import type { ResourceDraftTable, ResourceTable, ResourceVersionTable } from './tables/resources.ts'
import type {
  AlertDeliveryTable,
  AlertIncidentTable,
  AlertRuleTable,
  AlertTargetTable,
} from './tables/review/alerts.ts'
import type {
  AttackAttemptTable,
  AttackContainmentTable,
  AttackStepTable,
  AttackTable,
  RecentAttemptCountTable,
  RecentAttemptCursorTable,
  RecentAttemptTable,
} from './tables/review/attacks.ts'
import type {
  CaseActivityTable,
  CaseAlertTable,
  CaseAuthorityTable,
  CaseEventTable,
  CaseFollowUpTable,
  CaseQualitySampleTable,
  CaseQueueTable,
  CaseRerouteTable,
  CaseSavingTable,
  CaseSummaryRatingTable,
  ReviewCaseTable,
} from './tables/review/cases.ts'
import type {
  EventDeadLetterTable,
  EventDeliveryHourTable,
  EventFileTable,
  EventOutboxTable,
  EventSubscriptionTable,
  MonitoringEventTable,
  TracedEnvironmentTable,
  TracedEventTable,
} from './tables/review/event-tracing.ts'
import type { FieldDropTable, FieldFillTable } from './tables/review/field-figures.ts'
import type {
  LossClearanceTable,
  LossEntityTable,
  LossMonthTable,
  LossOpeningTable,
  LossPaymentMethodTable,
  LossPaymentTable,
  LossReportTable,
  LossSaleTable,
  LossTransactionTable,
} from './tables/review/loss-prevention.ts'
import type { NoteAttachmentTable, NoteReadTable, NoteTable, NoteVersionTable } from './tables/review/notes.ts'
import type {
  ReportClauseDayTable,
  ReportDayTable,
  ReportDelayTable,
  ReportLaterDayTable,
  ReportPathDayTable,
  ReportPathScoreTable,
  ReportPathTable,
  ReportRefreshTable,
  ReportScoreTable,
  ReportTransactionTable,
  ReportValueTable,
  ReportVersionTable,
} from './tables/review/reports.ts'
import type { AssignmentTurnTable, ReviewerGroupTable, ReviewerProfileTable } from './tables/review/review-team.ts'
import type { RingMemberTable, RingTable, RingWatchTable } from './tables/review/rings.ts'
import type { UploadTables } from './tables/review/uploads.ts'
import type {
  RuleBranchTable,
  RuleChainTable,
  RuleDraftTable,
  RuleExperimentTable,
  RuleSettingTable,
  RuleSnoozeTable,
  RuleTable,
  RuleVersionTable,
  ShadowRunTable,
} from './tables/rules.ts'
import type { RepeatedCallTable, ServiceLeaseTable, SettingTable, TelemetryTable } from './tables/service.ts'
import type { EnvironmentFillingTable, TemplateTable } from './tables/templates.ts'
import type {
  ApiClientCredentialTable,
  ApiClientTable,
  ApiClientUseTable,
  CredentialBrownOutTable,
  CredentialCallMinuteTable,
  PrincipalTable,
  RevokedCredentialTable,
  RoleAssignmentTable,
  SearchSwitchTable,
  TenantTable,
} from './tables/tenants.ts'
import type {
  VelocityBackfillHourTable,
  VelocityBackfillTable,
  VelocityFoldTable,
  VelocityHourTable,
  VelocityLogTable,
  VelocityRecentTable,
  VelocitySeriesTable,
  VelocityTable,
} from './tables/velocities.ts'

/** Every table of the database; the rows are described in `tables/`, one file per concept. */
export interface Database extends AdministrationTables, UploadTables {
  tenant: TenantTable
  environment: EnvironmentTable
  principal: PrincipalTable
  role_assignment: RoleAssignmentTable
  api_client: ApiClientTable
  api_client_credential: ApiClientCredentialTable
  api_client_use: ApiClientUseTable
  credential_brown_out: CredentialBrownOutTable
  credential_call_minute: CredentialCallMinuteTable
  revoked_credential: RevokedCredentialTable
  setting: SettingTable
  rule: RuleTable
  rule_draft: RuleDraftTable
  rule_version: RuleVersionTable
  rule_chain: RuleChainTable
  rule_branch: RuleBranchTable
  rule_experiment: RuleExperimentTable
  shadow_run: ShadowRunTable
  rule_setting: RuleSettingTable
  event: EventTable
  event_body: EventBodyTable
  event_entity: EventEntityTable
  event_key: EventKeyTable
  postal_code_filling: PostalCodeFillingTable
  event_label: EventLabelTable
  event_view: EventViewTable
  report_transaction: ReportTransactionTable
  report_day: ReportDayTable
  report_score: ReportScoreTable
  report_later_day: ReportLaterDayTable
  report_delay: ReportDelayTable
  report_value: ReportValueTable
  report_refresh: ReportRefreshTable
  report_version: ReportVersionTable
  report_path: ReportPathTable
  report_path_day: ReportPathDayTable
  report_path_score: ReportPathScoreTable
  report_clause_day: ReportClauseDayTable
  event_hour: EventHourTable
  rule_hour: RuleHourTable
  monitor_count: MonitorCountTable
  api_error: ApiErrorTable
  api_error_minute: ApiErrorMinuteTable
  telemetry: TelemetryTable
  notification: NotificationTable
  notification_state: NotificationStateTable
  notification_mute: NotificationMuteTable
  note: NoteTable
  note_version: NoteVersionTable
  note_attachment: NoteAttachmentTable
  note_read: NoteReadTable
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
  case_queue: CaseQueueTable
  review_case: ReviewCaseTable
  case_authority: CaseAuthorityTable
  rule_snooze: RuleSnoozeTable
  ring: RingTable
  ring_member: RingMemberTable
  ring_watch: RingWatchTable
  case_quality_sample: CaseQualitySampleTable
  case_summary_rating: CaseSummaryRatingTable
  case_event: CaseEventTable
  case_follow_up: CaseFollowUpTable
  case_saving: CaseSavingTable
  reviewer_group: ReviewerGroupTable
  reviewer_profile: ReviewerProfileTable
  assignment_turn: AssignmentTurnTable
  case_reroute: CaseRerouteTable
  case_activity: CaseActivityTable
  case_alert: CaseAlertTable
  alert_rule: AlertRuleTable
  alert_incident: AlertIncidentTable
  alert_target: AlertTargetTable
  alert_delivery: AlertDeliveryTable
  event_subscription: EventSubscriptionTable
  event_file: EventFileTable
  traced_environment: TracedEnvironmentTable
  event_outbox: EventOutboxTable
  traced_event: TracedEventTable
  monitoring_event: MonitoringEventTable
  event_dead_letter: EventDeadLetterTable
  event_delivery_hour: EventDeliveryHourTable
  attack: AttackTable
  attack_attempt: AttackAttemptTable
  attack_step: AttackStepTable
  attack_containment: AttackContainmentTable
  recent_attempt: RecentAttemptTable
  recent_attempt_count: RecentAttemptCountTable
  recent_attempt_cursor: RecentAttemptCursorTable
  loss_clearance: LossClearanceTable
  loss_entity: LossEntityTable
  loss_month: LossMonthTable
  loss_opening: LossOpeningTable
  loss_payment_method: LossPaymentMethodTable
  loss_payment: LossPaymentTable
  loss_report: LossReportTable
  loss_sale: LossSaleTable
  loss_transaction: LossTransactionTable
  assistant_entry: AssistantEntryTable
  template: TemplateTable
  environment_filling: EnvironmentFillingTable
  assessment: AssessmentTable
  assessment_removal: AssessmentRemovalTable
  data_event: DataEventTable
  data_event_key: DataEventKeyTable
  api_call_minute: ApiCallMinuteTable
  api_call_hour: ApiCallHourTable
  device_session: DeviceSessionTable
  field_fill: FieldFillTable
  field_drop: FieldDropTable
  velocity_series: VelocitySeriesTable
  velocity_log: VelocityLogTable
  velocity_recent: VelocityRecentTable
  velocity_fold: VelocityFoldTable
  service_lease: ServiceLeaseTable
  velocity_hour: VelocityHourTable
  velocity_backfill: VelocityBackfillTable
  velocity_backfill_hour: VelocityBackfillHourTable
  model_version: ModelVersionTable
  model_training: ModelTrainingTable
  user_preference: UserPreferenceTable
  personal_data_grant: PersonalDataGrantTable
  search_switch: SearchSwitchTable
  saved_view: SavedViewTable
  saved_view_default: SavedViewDefaultTable
  saved_view_watch: SavedViewWatchTable
}

/** A connection to the database, or a transaction. */
export type Db = Kysely<Database>
