/** Every procedure of the console API with its handler. */

import { accessRoutes, rightsPreviewRoutes } from '../../features/access/routes.ts'
import { activityLogRoutes } from '../../features/activity-log/routes.ts'
import { alertIncidentRoutes, alertRuleRoutes, alertTargetRoutes } from '../../features/alerts/routes.ts'
import { apiManagementRoutes } from '../../features/api-management/routes.ts'
import { applicationRoutes } from '../../features/applications/routes.ts'
import { assessmentConfigurationRoutes } from '../../features/assessment-configuration/routes.ts'
import { assessmentRemovalRoutes } from '../../features/assessment-removal/routes.ts'
import { assessmentWizardRoutes } from '../../features/assessment-wizard/routes.ts'
import { assessmentRoutes } from '../../features/assessments/routes.ts'
import { assistantRoutes } from '../../features/assistant/routes.ts'
import { attackRoutes } from '../../features/attacks/routes.ts'
import {
  backtestRoutes,
  fieldOutageRoutes,
  routingPreviewRoutes,
  timeMachineRoutes,
} from '../../features/backtests/routes.ts'
import { boosterRoutes } from '../../features/booster/routes.ts'
import { caseAlertRoutes } from '../../features/case-report/alert-routes.ts'
import { caseReportRoutes } from '../../features/case-report/routes.ts'
import {
  caseAuthorityRoutes,
  caseOptionsRoutes,
  caseQualityRoutes,
  caseRoutes,
  caseSwitchRoutes,
} from '../../features/cases/case-routes.ts'
import { linkRoutes } from '../../features/cases/link-routes.ts'
import { queueRoutes } from '../../features/cases/queue-routes.ts'
import { caseRoutingRoutes } from '../../features/cases/routing-routes.ts'
import { teamRoutes } from '../../features/cases/team-routes.ts'
import { contrastRoutes } from '../../features/contrast/routes.ts'
import { customAssessmentRoutes } from '../../features/custom-assessments/routes.ts'
import { dashboardRoutes } from '../../features/dashboard/routes.ts'
import { fingerprintingRoutes } from '../../features/devices/routes.ts'
import { dualRunRoutes, mirrorRoutes } from '../../features/dual-runs/routes.ts'
import { environmentRoutes } from '../../features/environments/routes.ts'
import { eventSubscriptionRoutes } from '../../features/event-tracing/routes.ts'
import { externalAssessmentRoutes } from '../../features/external-assessments/routes.ts'
import { externalCallRoutes } from '../../features/external-calls/routes.ts'
import { externalTileRoutes } from '../../features/external-tiles/routes.ts'
import { fcraRoutes } from '../../features/fcra/routes.ts'
import { functionRoutes } from '../../features/functions/routes.ts'
import { ringRoutes } from '../../features/graph/rings/routes.ts'
import { graphRoutes } from '../../features/graph/routes.ts'
import { integrationRoutes } from '../../features/integration/routes.ts'
import { customListRoutes } from '../../features/lists/custom-list-routes.ts'
import { databaseListRoutes } from '../../features/lists/database-list-routes.ts'
import { supportEntryRoutes, supportListRoutes } from '../../features/lists/support-list-routes.ts'
import { liveRoutes } from '../../features/live/routes.ts'
import { lossPreventionRoutes } from '../../features/loss-prevention/routes.ts'
import { mapRoutes } from '../../features/map-tiles/routes.ts'
import { billingRoutes, usageRoutes } from '../../features/metering/routes.ts'
import { modelRoutes } from '../../features/models/routes.ts'
import { monitoringRoutes } from '../../features/monitoring/routes.ts'
import { movingInRoutes } from '../../features/moving-in/routes.ts'
import { noteRoutes } from '../../features/notes/routes.ts'
import { notificationRoutes } from '../../features/notifications/routes.ts'
import { ontologyRoutes } from '../../features/ontology/routes.ts'
import { personalDataRoutes } from '../../features/personal-data/routes.ts'
import { preferenceRoutes } from '../../features/preferences/routes.ts'
import { recorderRoutes } from '../../features/recorder/routes.ts'
import { reportsRoutes } from '../../features/reports/routes.ts'
import { retailConnectorRoutes } from '../../features/retail-connector/routes.ts'
import { eventRoutes } from '../../features/review/routes.ts'
import { branchRoutes } from '../../features/rules/routes/branch-routes.ts'
import { routingRuleRoutes } from '../../features/rules/routes/routing-rule-routes.ts'
import { ruleRoutes } from '../../features/rules/routes/rule-routes.ts'
import { ruleSnoozeRoutes } from '../../features/rules/routes/snooze-routes.ts'
import { savedViewRoutes } from '../../features/saved-views/routes.ts'
import { searchRoutes, searchSwitchRoutes } from '../../features/search/routes.ts'
import { sessionRoutes } from '../../features/session/routes.ts'
import { subjectRequestRoutes } from '../../features/subject-requests/routes.ts'
import { financialSnapshotRoute, supportRoutes } from '../../features/support/routes.ts'
import {
  assessmentTemplateRoutes,
  environmentTemplateRoutes,
  ruleTemplateRoutes,
} from '../../features/templates/routes.ts'
import { uploadRoutes } from '../../features/uploads/routes.ts'
import { velocitySetRoutes } from '../../features/velocities/routes.ts'
import { velocityValueRoutes } from '../../features/velocities/value-routes.ts'
import { procedures } from '../../kernel/console-api/procedures.ts'

export const router = procedures.router({
  session: sessionRoutes,
  environments: environmentRoutes,
  dashboard: dashboardRoutes,
  access: accessRoutes,
  rightsPreviews: rightsPreviewRoutes,
  applications: applicationRoutes,
  integration: integrationRoutes,
  apiManagement: apiManagementRoutes,
  activityLog: activityLogRoutes,
  fingerprinting: fingerprintingRoutes,
  monitoring: monitoringRoutes,
  search: searchRoutes,
  searchSwitch: searchSwitchRoutes,
  contrast: contrastRoutes,
  graph: graphRoutes,
  rings: ringRoutes,
  ontology: ontologyRoutes,
  fieldOutages: fieldOutageRoutes,
  timeMachine: timeMachineRoutes,
  events: { ...eventRoutes, financialSnapshot: financialSnapshotRoute },
  recorder: recorderRoutes,
  queues: queueRoutes,
  cases: caseRoutes,
  linkAnalysis: linkRoutes,
  team: teamRoutes,
  caseAuthority: caseAuthorityRoutes,
  caseQuality: caseQualityRoutes,
  caseOptions: caseOptionsRoutes,
  caseSwitches: caseSwitchRoutes,
  caseReport: caseReportRoutes,
  reports: reportsRoutes,
  caseAlerts: caseAlertRoutes,
  lossPrevention: lossPreventionRoutes,
  alertRules: alertRuleRoutes,
  alertIncidents: alertIncidentRoutes,
  assistant: assistantRoutes,
  attacks: attackRoutes,
  assessments: { ...assessmentRoutes, ...assessmentWizardRoutes, ...assessmentRemovalRoutes },
  assessmentConfiguration: assessmentConfigurationRoutes,
  customAssessments: customAssessmentRoutes,
  alertTargets: alertTargetRoutes,
  eventSubscriptions: eventSubscriptionRoutes,
  notes: noteRoutes,
  rules: ruleRoutes,
  ruleSnoozes: ruleSnoozeRoutes,
  branches: branchRoutes,
  routingRules: routingRuleRoutes,
  velocities: { ...velocitySetRoutes, ...velocityValueRoutes },
  functions: functionRoutes,
  customLists: customListRoutes,
  databaseLists: databaseListRoutes,
  supportLists: supportListRoutes,
  supportEntries: supportEntryRoutes,
  support: supportRoutes,
  live: liveRoutes,
  backtests: backtestRoutes,
  dualRuns: dualRunRoutes,
  mirrors: mirrorRoutes,
  caseRouting: caseRoutingRoutes,
  routingPreviews: routingPreviewRoutes,
  models: modelRoutes,
  movingIn: movingInRoutes,
  notifications: notificationRoutes,
  fcra: fcraRoutes,
  booster: boosterRoutes,
  subjectRequests: subjectRequestRoutes,
  externalTiles: externalTileRoutes,
  maps: mapRoutes,
  externalCalls: externalCallRoutes,
  externalAssessments: externalAssessmentRoutes,
  personalData: personalDataRoutes,
  preferences: preferenceRoutes,
  savedViews: savedViewRoutes,
  ruleTemplates: ruleTemplateRoutes,
  assessmentTemplates: assessmentTemplateRoutes,
  environmentTemplates: environmentTemplateRoutes,
  usage: usageRoutes,
  billing: billingRoutes,
  retailConnector: retailConnectorRoutes,
  uploads: uploadRoutes,
})
