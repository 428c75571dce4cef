import type { MeteredDayTable, MeteredSegmentTable, PlanNoticeTable } from './tables/api-calls.ts'
import type {
  AuditActorTable,
  AuditFacetTable,
  AuditHeadTable,
  AuditLinkTable,
  AuditLogTable,
  FcraAcceptanceTable,
} from './tables/audit.ts'
import type {
  BacktestEventTable,
  BacktestTable,
  DualRunTable,
  MirrorCountTable,
  MirrorEventTable,
  MirrorTable,
} from './tables/backtests.ts'
import type { BoosterMessageTable, BoosterSettingTable } from './tables/review/booster.ts'
import type { RetailConnectionTable, RetailSyncTable } from './tables/review/retail-connector.ts'
import type {
  ErasedHourTable,
  SubjectHoldTable,
  SubjectRequestEventTable,
  SubjectRequestPartTable,
  SubjectRequestTable,
  SubjectRequestValueTable,
} from './tables/review/subject-requests.ts'
import type {
  EventViewerTable,
  LimitUseTable,
  ServiceChangeHorizonTable,
  ServiceChangeTable,
  ServiceProcessTable,
} from './tables/service.ts'
import type {
  GroupMemberTable,
  InvitationRoleTable,
  InvitationTable,
  RightsPreviewTable,
  RoleUseTable,
} from './tables/tenants.ts'

/** Tables of administration, of comparisons, of connections to others, and of what processes share. */
export interface AdministrationTables {
  service_change: ServiceChangeTable
  service_change_horizon: ServiceChangeHorizonTable
  service_process: ServiceProcessTable
  event_viewer: EventViewerTable
  limit_use: LimitUseTable
  audit_log: AuditLogTable
  audit_link: AuditLinkTable
  audit_head: AuditHeadTable
  audit_facet: AuditFacetTable
  audit_actor: AuditActorTable
  fcra_acceptance: FcraAcceptanceTable
  role_use: RoleUseTable
  rights_preview: RightsPreviewTable
  invitation: InvitationTable
  invitation_role: InvitationRoleTable
  group_member: GroupMemberTable
  booster_setting: BoosterSettingTable
  booster_message: BoosterMessageTable
  metered_day: MeteredDayTable
  metered_segment: MeteredSegmentTable
  plan_notice: PlanNoticeTable
  mirror: MirrorTable
  mirror_event: MirrorEventTable
  mirror_count: MirrorCountTable
  dual_run: DualRunTable
  retail_connection: RetailConnectionTable
  retail_sync: RetailSyncTable
  backtest: BacktestTable
  backtest_event: BacktestEventTable
  subject_request: SubjectRequestTable
  subject_request_event: SubjectRequestEventTable
  subject_request_part: SubjectRequestPartTable
  subject_request_value: SubjectRequestValueTable
  subject_hold: SubjectHoldTable
  erased_hour: ErasedHourTable
}
