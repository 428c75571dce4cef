import { z } from 'zod'
import { alertIncidentsContract } from './alerts/alert-incidents.ts'
import { alertRulesContract } from './alerts/alert-rules.ts'
import { alertTargetsContract } from './alerts/alert-targets.ts'
import { assessmentConfigurationContract } from './assessments/assessment-configuration.ts'
import { assessmentsContract } from './assessments/assessments.ts'
import { customAssessmentsContract } from './assessments/custom-assessments.ts'
import { assistantContract } from './assistant/assistant.ts'
import { attacksContract } from './attacks/attacks.ts'
import { activityLogContract } from './audit/activity-log.ts'
import { boosterContract } from './booster/booster.ts'
import { caseAuthorityContract } from './cases/case-authority.ts'
import { caseQualityContract } from './cases/case-quality.ts'
import { caseRoutingContract } from './cases/case-routing.ts'
import { casesContract } from './cases/cases.ts'
import { linkAnalysisContract } from './cases/link-analysis.ts'
import { caseOptionsContract } from './cases/options/case-options.ts'
import { caseSwitchContract } from './cases/options/case-switch.ts'
import { queuesContract } from './cases/queues.ts'
import { caseAlertsContract } from './cases/report/alerts.ts'
import { caseReportContract } from './cases/report/report.ts'
import { teamContract } from './cases/team.ts'
import { assessmentKeySchema, eventRowSchema } from './common/entities.ts'
import { environmentInput, environmentRoute, procedure } from './common/procedure.ts'
import { sessionSchema } from './common/session.ts'
import { contrastContract } from './contrast/contrast.ts'
import { dashboardContract } from './dashboard/dashboard.ts'
import { dualRunsContract } from './dual-runs/dual-runs.ts'
import { mirrorsContract } from './dual-runs/mirrors.ts'
import { environmentContract } from './environments/environments.ts'
import { eventSubscriptionsContract } from './event-tracing/event-subscriptions.ts'
import { entityUsersContract } from './events/entity-users.ts'
import { eventActivityContract } from './events/event-activity.ts'
import { eventDetailSchema } from './events/event-detail.ts'
import { eventPlacesContract } from './events/event-places.ts'
import { eventViewersContract } from './events/event-viewers.ts'
import { recorderContract } from './events/recorder.ts'
import { externalAssessmentsContract } from './external-calls/external-assessments.ts'
import { externalCallsContract } from './external-calls/external-calls.ts'
import { externalTilesContract } from './external-tiles/external-tiles.ts'
import { fcraContract } from './fcra.ts'
import { functionsContract } from './functions.ts'
import { eventGraphContract } from './graph/event-graph.ts'
import { graphContract } from './graph/graph.ts'
import { graphSnapshotContract } from './graph/graph-snapshots.ts'
import { ringsContract } from './graph/rings.ts'
import { apiManagementContract } from './integration/api-management.ts'
import { applicationsContract } from './integration/applications.ts'
import { fingerprintingContract } from './integration/fingerprinting.ts'
import { integrationContract } from './integration/integration.ts'
import { customListsContract } from './lists/custom-lists.ts'
import { databaseListsContract } from './lists/database-lists.ts'
import { supportEntriesContract, supportListsContract } from './lists/support-lists.ts'
import { liveContract } from './live.ts'
import { lossPreventionContract } from './loss-prevention/loss-prevention.ts'
import { mapsContract } from './maps/maps.ts'
import { outlookContract } from './metering/outlook.ts'
import { billingContract, usageContract } from './metering/usage.ts'
import { modelsContract } from './models/models.ts'
import { monitoringContract } from './monitoring/monitoring.ts'
import { movingInContract } from './moving-in/moving-in.ts'
import { notesContract } from './notes/notes.ts'
import { notificationsContract } from './notifications/notifications.ts'
import { fieldOutagesContract } from './ontology/field-outages.ts'
import { ontologyContract } from './ontology/ontology.ts'
import { personalDataContract } from './personal-data/personal-data.ts'
import { preferencesContract } from './preferences/preferences.ts'
import { observedReportContract } from './reports/observed-report.ts'
import { reportsContract } from './reports/reports.ts'
import { rulesReportContract } from './reports/rules-report.ts'
import { scoreReportsContract } from './reports/score-report.ts'
import { threatsReportContract } from './reports/threats-report.ts'
import { retailConnectorContract } from './retail/retail-connector.ts'
import { backtestsContract } from './rules/backtests.ts'
import { branchesContract } from './rules/branches.ts'
import { counterfactualsSchema } from './rules/counterfactuals.ts'
import { routingPreviewsContract } from './rules/routing-previews.ts'
import { routingRulesContract } from './rules/routing-rules.ts'
import { ruleSnoozesContract } from './rules/rule-snoozes.ts'
import { rulesContract } from './rules/rules.ts'
import { savedViewsContract } from './saved-views.ts'
import {
  linkedEventsInputSchema,
  linkedEventsOutputSchema,
  searchCountInputSchema,
  searchCountOutputSchema,
  searchEventTypeSchema,
  searchExportInputSchema,
  searchFieldSchema,
  searchFieldsInputSchema,
  searchInputSchema,
  searchLabelInputSchema,
  searchLabelOutputSchema,
  searchOutputSchema,
  searchRemovalSchema,
} from './search/search.ts'
import { searchSwitchContract } from './search/search-switch.ts'
import { subjectRequestsContract } from './subject-requests/subject-requests.ts'
import { financialSnapshotContract, supportContract } from './support/support.ts'
import {
  assessmentTemplatesContract,
  environmentTemplatesContract,
  ruleTemplatesContract,
} from './templates/templates.ts'
import { timeMachineContract } from './uploads/time-machine.ts'
import { uploadRunsContract } from './uploads/upload-runs.ts'
import { uploadsContract } from './uploads/uploads.ts'
import { rightsPreviewContract } from './user-access/rights-preview.ts'
import { accessContract } from './user-access/user-access.ts'
import { velocitiesContract, velocityValuesContract } from './velocities/velocities.ts'

/**
 * The procedures that the service offers to the console. Typed handlers, typed hooks and the OpenAPI document derive
 * from it.
 */
export const consoleContract = {
  session: {
    get: procedure
      .route({ method: 'GET', path: '/session', summary: 'Signed-in user, tenant, environments and rights' })
      .output(sessionSchema),
  },
  environments: environmentContract,
  dashboard: dashboardContract,
  access: accessContract,
  rightsPreviews: rightsPreviewContract,
  applications: applicationsContract,
  integration: integrationContract,
  apiManagement: apiManagementContract,
  activityLog: activityLogContract,
  usage: usageContract,
  billing: { ...billingContract, ...outlookContract },
  fingerprinting: fingerprintingContract,
  monitoring: monitoringContract,
  search: {
    events: procedure
      .route({ method: 'POST', path: `${environmentRoute}/search`, summary: 'One page of events' })
      .input(searchInputSchema)
      .output(searchOutputSchema),
    count: procedure
      .route({ method: 'POST', path: `${environmentRoute}/search/count`, summary: 'Exact number of matching events' })
      .input(searchCountInputSchema)
      .output(searchCountOutputSchema),
    eventTypes: procedure
      .route({
        method: 'GET',
        path: `${environmentRoute}/search/types`,
        summary: 'Types of events and whether they can be searched, built-in ones first',
      })
      .input(environmentInput)
      .output(z.array(searchEventTypeSchema)),
    removals: procedure
      .route({
        method: 'POST',
        path: `${environmentRoute}/search/removals`,
        summary: 'How many events a search would find without each of its conditions, most first',
      })
      .input(searchCountInputSchema)
      .output(z.array(searchRemovalSchema)),
    export: procedure
      .route({
        method: 'POST',
        path: `${environmentRoute}/search/export`,
        summary: 'The events of a search as a CSV file',
        description: 'Refused with `export.tooLarge` or cancelled with `export.timeout`. Every file is audited.',
      })
      .input(searchExportInputSchema)
      .output(z.file()),
    sendLabels: procedure
      .route({
        method: 'POST',
        path: `${environmentRoute}/search/labels`,
        summary: 'Send a label for several events; each is labelled on its own',
      })
      .input(searchLabelInputSchema)
      .output(searchLabelOutputSchema),
    fields: procedure
      .route({
        method: 'GET',
        path: `${environmentRoute}/search/types/{eventType}/fields`,
        summary: 'Fields that events of a type can be searched by',
      })
      .input(searchFieldsInputSchema)
      .output(z.array(searchFieldSchema)),
  },
  contrast: contrastContract,
  graph: { ...graphContract, ...eventGraphContract, ...graphSnapshotContract },
  rings: ringsContract,
  ontology: ontologyContract,
  fieldOutages: fieldOutagesContract,
  timeMachine: timeMachineContract,
  events: {
    get: procedure
      .route({
        method: 'GET',
        path: `${environmentRoute}/events/{eventType}/{id}`,
        summary: 'One event with decision, explanation and entities',
      })
      .input(environmentInput.extend({ eventType: assessmentKeySchema, id: z.string().min(1).max(128) }))
      .output(eventDetailSchema),
    counterfactuals: procedure
      .route({
        method: 'GET',
        path: `${environmentRoute}/events/{eventType}/{id}/counterfactuals`,
        summary: 'What the smallest changes would have done to the decision of one event',
      })
      .input(environmentInput.extend({ eventType: assessmentKeySchema, id: z.string().min(1).max(128) }))
      .output(counterfactualsSchema),
    find: procedure
      .route({
        method: 'GET',
        path: `${environmentRoute}/events`,
        summary: 'Events of an id, whatever their assessment; none where there are none',
      })
      .input(environmentInput.extend({ id: z.string().min(1).max(128) }))
      .output(z.object({ rows: z.array(eventRowSchema) })),
    linked: procedure
      .route({
        method: 'GET',
        path: `${environmentRoute}/events/{eventType}/{id}/linked`,
        summary: 'Events that share an entity with one event',
      })
      .input(linkedEventsInputSchema)
      .output(linkedEventsOutputSchema),
    places: eventPlacesContract,
    viewers: eventViewersContract,
    ...eventActivityContract,
    entityUsers: entityUsersContract,
    financialSnapshot: financialSnapshotContract,
  },
  recorder: recorderContract,
  searchSwitch: searchSwitchContract,
  queues: queuesContract,
  cases: casesContract,
  linkAnalysis: linkAnalysisContract,
  team: teamContract,
  caseAuthority: caseAuthorityContract,
  caseQuality: caseQualityContract,
  caseOptions: caseOptionsContract,
  caseSwitches: caseSwitchContract,
  caseReport: caseReportContract,
  caseAlerts: caseAlertsContract,
  reports: {
    ...reportsContract,
    ...rulesReportContract,
    ...scoreReportsContract,
    ...threatsReportContract,
    ...observedReportContract,
  },
  lossPrevention: lossPreventionContract,
  alertRules: alertRulesContract,
  alertIncidents: alertIncidentsContract,
  alertTargets: alertTargetsContract,
  assistant: assistantContract,
  attacks: attacksContract,
  eventSubscriptions: eventSubscriptionsContract,
  assessments: assessmentsContract,
  assessmentConfiguration: assessmentConfigurationContract,
  customAssessments: customAssessmentsContract,
  notes: notesContract,
  rules: rulesContract,
  ruleSnoozes: ruleSnoozesContract,
  branches: branchesContract,
  backtests: backtestsContract,
  dualRuns: dualRunsContract,
  mirrors: mirrorsContract,
  routingRules: routingRulesContract,
  routingPreviews: routingPreviewsContract,
  caseRouting: caseRoutingContract,
  velocities: { ...velocitiesContract, ...velocityValuesContract },
  functions: functionsContract,
  customLists: customListsContract,
  databaseLists: databaseListsContract,
  supportLists: supportListsContract,
  supportEntries: supportEntriesContract,
  support: supportContract,
  live: liveContract,
  models: modelsContract,
  movingIn: movingInContract,
  notifications: notificationsContract,
  fcra: fcraContract,
  externalCalls: externalCallsContract,
  externalAssessments: externalAssessmentsContract,
  booster: boosterContract,
  subjectRequests: subjectRequestsContract,
  externalTiles: externalTilesContract,
  maps: mapsContract,
  preferences: preferencesContract,
  personalData: personalDataContract,
  savedViews: savedViewsContract,
  ruleTemplates: ruleTemplatesContract,
  assessmentTemplates: assessmentTemplatesContract,
  environmentTemplates: environmentTemplatesContract,
  retailConnector: retailConnectorContract,
  uploads: { ...uploadsContract, ...uploadRunsContract },
}
export type ConsoleContract = typeof consoleContract
