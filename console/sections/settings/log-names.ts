import { type AuditedResource, auditedOperations, type LogColumn, type LogRow } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { useAssessmentName } from '../../platform/events/use-assessment-name.ts'

/** Messages that name what an entry is about. A new kind of resource does not compile without one. */
const resourceMessages: Readonly<Record<AuditedResource, string>> = {
  ActivityLog: 'EventTracing.Kind.activityLog',
  AlertIncident: 'ActivityLog.Resource.AlertIncident',
  AlertRule: 'Ontology.Use.alert',
  AlertTarget: 'ActivityLog.Resource.AlertTarget',
  ApplicationAccess: 'ActivityLog.Resource.ApplicationAccess',
  Assessment: 'Templates.Kind.assessment',
  AssessmentTemplate: 'ActivityLog.Resource.AssessmentTemplate',
  Attack: 'Attacks.Attack',
  Backtest: 'MovingIn.Step.backtest',
  Case: 'Explorer.Type.case',
  CaseAuthority: 'ActivityLog.Resource.CaseAuthority',
  CaseConfiguration: 'ActivityLog.Resource.CaseConfiguration',
  CaseJudgement: 'ActivityLog.Resource.CaseJudgement',
  CaseManagementQueue: 'MovingIn.Kind.queue',
  CaseReport: 'ActivityLog.Resource.CaseReport',
  CaseReportAlert: 'ActivityLog.Resource.CaseReportAlert',
  Chart: 'ActivityLog.Resource.Chart',
  CustomList: 'MovingIn.Kind.customList',
  DataUpload: 'Upload.Title',
  DecisionRule: 'Rules.Type.decision',
  DualRun: 'DualRun.Title',
  Environment: 'MovingIn.Kind.environment',
  EnvironmentTemplate: 'ActivityLog.Resource.EnvironmentTemplate',
  EventSubscription: 'ActivityLog.Resource.EventSubscription',
  ExternalAssessment: 'MovingIn.Kind.externalAssessment',
  ExternalCall: 'MovingIn.Kind.externalCall',
  ExternalTiles: 'ActivityLog.Resource.ExternalTiles',
  FcraAttestation: 'ActivityLog.Resource.FcraAttestation',
  Function: 'MovingIn.Kind.function',
  LinkAnalysis: 'Review.Links.Title',
  LossPreventionFile: 'ActivityLog.Resource.LossPreventionFile',
  LossPreventionReport: 'LossPrevention.Title',
  MapProvider: 'ActivityLog.Resource.MapProvider',
  MaskingProfile: 'ActivityLog.Resource.MaskingProfile',
  Mirror: 'ActivityLog.Resource.Mirror',
  Model: 'ActivityLog.Resource.Model',
  Note: 'ActivityLog.Resource.Note',
  NotificationSetting: 'Notifications.Settings.Title',
  PersonalData: 'Ontology.Column.Personal',
  PostDecisionAction: 'Rules.Type.postDecision',
  Report: 'MovingIn.Report',
  RetailConnector: 'ActivityLog.Resource.RetailConnector',
  Reviewer: 'ActivityLog.Resource.Reviewer',
  ReviewerGroup: 'ActivityLog.Resource.ReviewerGroup',
  RightsPreview: 'ActivityLog.Resource.RightsPreview',
  Ring: 'Explorer.Start.Ring',
  RoutingRule: 'Rules.Type.routing',
  RuleBranch: 'Rules.Branch.Picker',
  RuleExperiment: 'Rules.Experiment.Badge',
  RuleSettings: 'Rules.Settings.Title',
  RuleSnooze: 'ActivityLog.Resource.RuleSnooze',
  RuleTemplate: 'ActivityLog.Resource.RuleTemplate',
  SavedView: 'ActivityLog.Resource.SavedView',
  Search: 'Search.Title',
  SearchSwitch: 'ActivityLog.Resource.SearchSwitch',
  SubjectHold: 'Subjects.Hold.Title',
  SubjectRequest: 'Subjects.Request',
  Subscription: 'Admin.Tab.billing',
  SupportList: 'MovingIn.Kind.supportList',
  Tenant: 'ActivityLog.Resource.Tenant',
  TransactionAcceptanceBooster: 'Booster.Title',
  Usage: 'Usage.Title',
  UsageDataConsent: 'Preferences.UsageData',
  UserAccess: 'ActivityLog.Resource.UserAccess',
  VelocityBackfill: 'ActivityLog.Resource.VelocityBackfill',
  VelocitySet: 'MovingIn.Kind.velocitySet',
}
const resourceIds = new Map<string, string>(Object.entries(resourceMessages))
const operations: ReadonlySet<string> = new Set(auditedOperations)

/** Name of a kind of resource; as it was written where a later release does not have it any more. */
export function resourceTypeName(intl: IntlShape, type: string): string {
  const id = resourceIds.get(type)
  return id === undefined ? type : intl.formatMessage({ id })
}
export const operationName = (intl: IntlShape, operation: string): string =>
  operations.has(operation) ? intl.formatMessage({ id: `ActivityLog.Operation.${operation}` }) : operation

/** Message that names a field of the log. */
export const fieldMessage = (field: LogColumn): string =>
  field === 'environmentName' || field === 'environmentId' ? `Search.Field.${field}` : `ActivityLog.Field.${field}`

/** Names in the reader's language: of kinds of resources, of operations, and of assessments as they were then. */
export function useLogNames() {
  const intl = useIntl()
  const nameOf = useAssessmentName()
  return useMemo(
    () => ({
      resource: (type: string) => resourceTypeName(intl, type),
      operation: (operation: string) => operationName(intl, operation),
      assessment: ({ assessmentId, assessmentName }: Pick<LogRow, 'assessmentId' | 'assessmentName'>) =>
        assessmentId === null ? '' : nameOf(assessmentId, assessmentName ?? assessmentId),
    }),
    [intl, nameOf],
  )
}
