/** What an entry of the activity log can be about. A new kind of resource is added here first. */
export const auditedResources = [
  'ActivityLog',
  'AlertIncident',
  'AlertRule',
  'AlertTarget',
  'ApplicationAccess',
  'Assessment',
  'AssessmentTemplate',
  'Assistant',
  'Attack',
  'Backtest',
  'Case',
  'CaseAuthority',
  'CaseConfiguration',
  'CaseJudgement',
  'CaseManagementQueue',
  'CaseReport',
  'CaseReportAlert',
  'Chart',
  'CustomList',
  'DataUpload',
  'DecisionRule',
  'DualRun',
  'Environment',
  'EnvironmentTemplate',
  'EventSubscription',
  'ExternalAssessment',
  'ExternalCall',
  'ExternalTiles',
  'FcraAttestation',
  'Function',
  'LinkAnalysis',
  'LossPreventionFile',
  'LossPreventionReport',
  'MapProvider',
  'MaskingProfile',
  'Mirror',
  'Model',
  'Note',
  'NotificationSetting',
  'PersonalData',
  'PostDecisionAction',
  'Report',
  'RetailConnector',
  'Reviewer',
  'ReviewerGroup',
  'RightsPreview',
  'Ring',
  'RoutingRule',
  'RuleBranch',
  'RuleExperiment',
  'RuleSettings',
  'RuleSnooze',
  'RuleTemplate',
  'SavedView',
  'Search',
  'SearchSwitch',
  'SubjectHold',
  'SubjectRequest',
  'Subscription',
  'SupportList',
  'Tenant',
  'TransactionAcceptanceBooster',
  'Usage',
  'UsageDataConsent',
  'UserAccess',
  'VelocityBackfill',
  'VelocitySet',
] as const
export type AuditedResource = (typeof auditedResources)[number]

export const auditedOperations = [
  'Create',
  'Update',
  'Activate',
  'Deactivate',
  'Rename',
  'Reorder',
  'Delete',
  'Promote',
  'Export',
  'Read',
  'Start',
  'Stop',
  'Requeue',
  'Reroute',
  'Decide',
  'ForceRelease',
  'Watch',
  'Unwatch',
  'Dismiss',
  'Restore',
  'Correct',
  'SendLabel',
  'ViewPersonalData',
] as const
export type AuditedOperation = (typeof auditedOperations)[number]

/** What the log is filtered by; its time has limits of its own. */
export const logFields = [
  'logId',
  'changedById',
  'changedBy',
  'operationType',
  'resourceType',
  'resourceName',
  'resourceId',
  'assessmentName',
  'assessmentId',
  'environmentName',
  'environmentId',
] as const
export type LogField = (typeof logFields)[number]

/** Columns of the table and of a file. */
export const logColumns = ['timestamp', ...logFields] as const
export type LogColumn = (typeof logColumns)[number]

export const logListOperators = ['in', 'notIn'] as const
export const logEmptinessOperators = ['empty', 'notEmpty', 'null', 'notNull'] as const

export const logLimits = {
  /** The earliest day that is searched. */
  months: 13,
  filters: 5,
  values: 100,
  value: 300,
  page: 100,
  /** Entries are counted up to this number. */
  count: 10_000,
  /** Changes of a resource are counted up to this number. */
  changes: 1000,
  /** Entries of a file with its proof. */
  proof: 50_000,
  /** Bytes of such a file, which is made in memory. */
  proofBytes: 64_000_000,
  /** A search is cancelled after this time. */
  seconds: 30,
} as const

/** The type by which notes belong to an entry of the log in place of an event; no assessment has this name. */
export const logNoteType = '_activitylog'

/**
 * The first part of the address of an entry: `purchaserules` for decision rules and actions after the decision of
 * purchases, `rules` for those of other assessments, the assessment for searches and exports of it, and else the kind of
 * resource in lower case.
 */
export function logEntrySegment({
  resourceType,
  assessmentId,
}: {
  resourceType: string
  assessmentId: string | null
}): string {
  if (resourceType === 'DecisionRule' || resourceType === 'PostDecisionAction')
    return assessmentId === null || assessmentId === 'purchase' ? 'purchaserules' : 'rules'
  if (resourceType === 'RoutingRule') return 'routingrules'
  if (resourceType === 'Search' && assessmentId !== null) return encodeURIComponent(assessmentId)
  return resourceType.toLowerCase()
}
