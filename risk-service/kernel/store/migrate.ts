import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartError } from '../errors/start-error.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as cheaperWrites from './migrations/0002-cheaper-writes.ts'
import * as ruleChains from './migrations/0003-rule-chains.ts'
import * as foldExternalIds from './migrations/0004-fold-external-ids.ts'
import * as environments from './migrations/0005-environments.ts'
import * as notifications from './migrations/0006-notifications.ts'
import * as preferences from './migrations/0007-preferences.ts'
import * as repeatedCalls from './migrations/0010-repeated-calls.ts'
import * as ruleTypes from './migrations/0011-rule-types.ts'
import * as lists from './migrations/0012-lists.ts'
import * as riskApi from './migrations/0013-risk-api.ts'
import * as velocities from './migrations/0014-velocities.ts'
import * as velocitySetsAndFunctions from './migrations/0015-velocity-sets-and-functions.ts'
import * as externalCalls from './migrations/0016-external-calls.ts'
import * as models from './migrations/0017-models.ts'
import * as backtests from './migrations/0018-backtests.ts'
import * as templates from './migrations/0019-templates.ts'
import * as listSources from './migrations/0021-list-sources.ts'
import * as clientCredentials from './migrations/0022-client-credentials.ts'
import * as addressKeys from './migrations/0023-address-keys.ts'
import * as backtestData from './migrations/0024-backtest-data.ts'
import * as modelTrainings from './migrations/0025-model-trainings.ts'
import * as identityKeys from './migrations/0026-identity-keys.ts'
import * as searchByType from './migrations/0027-search-by-type.ts'
import * as rightsChanges from './migrations/0028-rights-changes.ts'
import * as notes from './migrations/0029-notes.ts'
import * as cases from './migrations/0030-cases.ts'
import * as searchedValues from './migrations/0031-searched-values.ts'
import * as supportView from './migrations/0033-support-view.ts'
import * as caseActivity from './migrations/0034-case-activity.ts'
import * as reportAlerts from './migrations/0035-report-alerts.ts'
import * as caseSavings from './migrations/0036-case-savings.ts'
import * as routedCases from './migrations/0037-routed-cases.ts'
import * as caseAssignment from './migrations/0038-case-assignment.ts'
import * as quickDecisions from './migrations/0039-quick-decisions.ts'
import * as caseActions from './migrations/0040-case-actions.ts'
import * as personalData from './migrations/0042-personal-data.ts'
import * as watchedSearches from './migrations/0043-watched-searches.ts'
import * as challengedCases from './migrations/0044-challenged-cases.ts'
import * as ruleSnoozes from './migrations/0045-rule-snoozes.ts'
import * as caseOptions from './migrations/0046-case-options.ts'
import * as searchSwitch from './migrations/0047-search-switch.ts'
import * as casePayers from './migrations/0049-case-payers.ts'
import * as decidedEntries from './migrations/0050-decided-entries.ts'
import * as copiedRules from './migrations/0051-copied-rules.ts'
import * as escalationLevels from './migrations/0052-escalation-levels.ts'
import * as rings from './migrations/0053-rings.ts'
import * as fieldFigures from './migrations/0054-field-figures.ts'
import * as caseSummaries from './migrations/0055-case-summaries.ts'
import * as noteMentions from './migrations/0056-note-mentions.ts'
import * as receivedLabels from './migrations/0059-received-labels.ts'
import * as postalCodes from './migrations/0060-postal-codes.ts'
import * as reportTransactions from './migrations/0062-report-transactions.ts'
import * as monitorCounts from './migrations/0064-monitor-counts.ts'
import * as alertRules from './migrations/0065-alert-rules.ts'
import * as fieldFillHours from './migrations/0066-field-fill-hours.ts'
import * as reportRules from './migrations/0068-report-rules.ts'
import * as reportScores from './migrations/0070-report-scores.ts'
import * as reportAssessments from './migrations/0072-report-assessments.ts'
import * as reportDelays from './migrations/0073-report-delays.ts'
import * as alertMail from './migrations/0074-alert-mail.ts'
import * as attacks from './migrations/0076-attacks.ts'
import * as attackContainments from './migrations/0077-attack-containments.ts'
import * as lossPrevention from './migrations/0078-loss-prevention.ts'
import * as attackFailures from './migrations/0081-attack-failures.ts'
import * as reportThreats from './migrations/0082-report-threats.ts'
import * as lossPreventionFigures from './migrations/0086-loss-prevention-figures.ts'
import * as failedFollowUps from './migrations/0089-failed-follow-ups.ts'
import * as monitoredColumns from './migrations/0090-monitored-columns.ts'
import * as monitorCountsAnew from './migrations/0091-monitor-counts-anew.ts'
import * as reportSettings from './migrations/0092-report-settings.ts'
import * as recentAttempts from './migrations/0095-recent-attempts.ts'
import * as credentialUses from './migrations/0096-credential-uses.ts'
import * as eventTracing from './migrations/0097-event-tracing.ts'
import * as followedReports from './migrations/0100-followed-reports.ts'
import * as eventDeliveryState from './migrations/0101-event-delivery-state.ts'
import * as assessmentUpdater from './migrations/0102-assessment-updater.ts'
import * as assessmentRemoval from './migrations/0103-assessment-removal.ts'
import * as assessmentConfiguration from './migrations/0104-assessment-configuration.ts'
import * as apiCallers from './migrations/0106-api-callers.ts'
import * as credentialCalls from './migrations/0107-credential-calls.ts'
import * as flightRecorder from './migrations/0108-flight-recorder.ts'
import * as observedFields from './migrations/0110-observed-fields.ts'
import * as reportVersion from './migrations/0112-report-version.ts'
import * as reportSignals from './migrations/0113-report-signals.ts'
import * as correlationByEnvironment from './migrations/0114-correlation-by-environment.ts'
import * as brownOutCounts from './migrations/0115-brown-out-counts.ts'
import * as eventSinks from './migrations/0116-event-sinks.ts'
import * as tracedDecisions from './migrations/0117-traced-decisions.ts'
import * as monitoringEvents from './migrations/0119-monitoring-events.ts'
import * as cheaperTracing from './migrations/0120-cheaper-tracing.ts'
import * as revealedEvents from './migrations/0121-revealed-events.ts'
import * as reportDataFilters from './migrations/0125-report-data-filters.ts'
import * as revokedCredentials from './migrations/0126-revoked-credentials.ts'
import * as tracedRows from './migrations/0128-traced-rows.ts'
import * as uploads from './migrations/0133-uploads.ts'
import * as uploadRuns from './migrations/0134-upload-runs.ts'
import * as storedChildren from './migrations/0135-stored-children.ts'
import * as timeMachine from './migrations/0136-time-machine.ts'
import * as dualRuns from './migrations/0138-dual-runs.ts'
import * as retailConnector from './migrations/0139-retail-connector.ts'
import * as reportAdditions from './migrations/0140-report-additions.ts'
import * as activityLog from './migrations/0141-activity-log.ts'
import * as activityChain from './migrations/0142-activity-chain.ts'
import * as access from './migrations/0144-access.ts'
import * as metering from './migrations/0147-metering.ts'
import * as mirrors from './migrations/0152-mirrors.ts'
import * as signedDualRuns from './migrations/0153-signed-dual-runs.ts'
import * as acceptanceBooster from './migrations/0154-acceptance-booster.ts'
import * as boosterMessages from './migrations/0155-booster-messages.ts'
import * as dueAndNewestIndexes from './migrations/0156-due-and-newest-indexes.ts'
import * as subjectRequests from './migrations/0157-subject-requests.ts'
import * as assistant from './migrations/0159-assistant.ts'
import * as rightsPreviews from './migrations/0161-rights-previews.ts'
import * as tailedVelocities from './migrations/0165-tailed-velocities.ts'
import * as serviceChanges from './migrations/0166-service-changes.ts'
import * as changeTriggers from './migrations/0167-change-triggers.ts'
import * as sharedCounts from './migrations/0168-shared-counts.ts'
import * as leases from './migrations/0169-leases.ts'
import * as logFacets from './migrations/0170-log-facets.ts'
import * as exportParts from './migrations/0174-export-parts.ts'

/** The migrations in run order. A released migration is never changed: the next one corrects it. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-cheaper-writes': cheaperWrites,
  '0003-rule-chains': ruleChains,
  '0004-fold-external-ids': foldExternalIds,
  '0005-environments': environments,
  '0006-notifications': notifications,
  '0007-preferences': preferences,
  '0010-repeated-calls': repeatedCalls,
  '0011-rule-types': ruleTypes,
  '0012-lists': lists,
  '0013-risk-api': riskApi,
  '0014-velocities': velocities,
  '0015-velocity-sets-and-functions': velocitySetsAndFunctions,
  '0016-external-calls': externalCalls,
  '0017-models': models,
  '0018-backtests': backtests,
  '0019-templates': templates,
  '0021-list-sources': listSources,
  '0022-client-credentials': clientCredentials,
  '0023-address-keys': addressKeys,
  '0024-backtest-data': backtestData,
  '0025-model-trainings': modelTrainings,
  '0026-identity-keys': identityKeys,
  '0027-search-by-type': searchByType,
  '0028-rights-changes': rightsChanges,
  '0029-notes': notes,
  '0030-cases': cases,
  '0031-searched-values': searchedValues,
  '0033-support-view': supportView,
  '0034-case-activity': caseActivity,
  '0035-report-alerts': reportAlerts,
  '0036-case-savings': caseSavings,
  '0037-routed-cases': routedCases,
  '0038-case-assignment': caseAssignment,
  '0039-quick-decisions': quickDecisions,
  '0040-case-actions': caseActions,
  '0042-personal-data': personalData,
  '0043-watched-searches': watchedSearches,
  '0044-challenged-cases': challengedCases,
  '0045-rule-snoozes': ruleSnoozes,
  '0046-case-options': caseOptions,
  '0047-search-switch': searchSwitch,
  '0049-case-payers': casePayers,
  '0050-decided-entries': decidedEntries,
  '0051-copied-rules': copiedRules,
  '0052-escalation-levels': escalationLevels,
  '0053-rings': rings,
  '0054-field-figures': fieldFigures,
  '0055-case-summaries': caseSummaries,
  '0056-note-mentions': noteMentions,
  '0059-received-labels': receivedLabels,
  '0060-postal-codes': postalCodes,
  '0062-report-transactions': reportTransactions,
  '0064-monitor-counts': monitorCounts,
  '0065-alert-rules': alertRules,
  '0066-field-fill-hours': fieldFillHours,
  '0068-report-rules': reportRules,
  '0070-report-scores': reportScores,
  '0072-report-assessments': reportAssessments,
  '0073-report-delays': reportDelays,
  '0074-alert-mail': alertMail,
  '0076-attacks': attacks,
  '0077-attack-containments': attackContainments,
  '0078-loss-prevention': lossPrevention,
  '0081-attack-failures': attackFailures,
  '0082-report-threats': reportThreats,
  '0086-loss-prevention-figures': lossPreventionFigures,
  '0089-failed-follow-ups': failedFollowUps,
  '0090-monitored-columns': monitoredColumns,
  '0091-monitor-counts-anew': monitorCountsAnew,
  '0092-report-settings': reportSettings,
  '0095-recent-attempts': recentAttempts,
  '0096-credential-uses': credentialUses,
  '0097-event-tracing': eventTracing,
  '0100-followed-reports': followedReports,
  '0101-event-delivery-state': eventDeliveryState,
  '0102-assessment-updater': assessmentUpdater,
  '0103-assessment-removal': assessmentRemoval,
  '0104-assessment-configuration': assessmentConfiguration,
  '0106-api-callers': apiCallers,
  '0107-credential-calls': credentialCalls,
  '0108-flight-recorder': flightRecorder,
  '0110-observed-fields': observedFields,
  '0112-report-version': reportVersion,
  '0113-report-signals': reportSignals,
  '0114-correlation-by-environment': correlationByEnvironment,
  '0115-brown-out-counts': brownOutCounts,
  '0116-event-sinks': eventSinks,
  '0117-traced-decisions': tracedDecisions,
  '0119-monitoring-events': monitoringEvents,
  '0120-cheaper-tracing': cheaperTracing,
  '0121-revealed-events': revealedEvents,
  '0125-report-data-filters': reportDataFilters,
  '0126-revoked-credentials': revokedCredentials,
  '0128-traced-rows': tracedRows,
  '0133-uploads': uploads,
  '0134-upload-runs': uploadRuns,
  '0135-stored-children': storedChildren,
  '0136-time-machine': timeMachine,
  '0138-dual-runs': dualRuns,
  '0139-retail-connector': retailConnector,
  '0140-report-additions': reportAdditions,
  '0141-activity-log': activityLog,
  '0142-activity-chain': activityChain,
  '0144-access': access,
  '0147-metering': metering,
  '0152-mirrors': mirrors,
  '0153-signed-dual-runs': signedDualRuns,
  '0154-acceptance-booster': acceptanceBooster,
  '0155-booster-messages': boosterMessages,
  '0156-due-and-newest-indexes': dueAndNewestIndexes,
  '0157-subject-requests': subjectRequests,
  '0159-assistant': assistant,
  '0161-rights-previews': rightsPreviews,
  '0165-tailed-velocities': tailedVelocities,
  '0166-service-changes': serviceChanges,
  '0167-change-triggers': changeTriggers,
  '0168-shared-counts': sharedCounts,
  '0169-leases': leases,
  '0170-log-facets': logFacets,
  '0174-export-parts': exportParts,
}

/** Returns the migrations in this database that this code does not contain. */
async function unknownMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const {
    rows: [table],
  } = await sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`.execute(db)
  if (!table?.name) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(row => row.name).filter(name => !(name in migrations))
}

/**
 * Migrates the schema to this code's version; refuses a database with a newer one. Returns the names of the migrations
 * that ran.
 */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const unknown = await unknownMigrations(db)
  if (unknown.length > 0) {
    throw new StartError(
      'schema-newer',
      `This database was used by a newer release of Assay (its schema has ${unknown.join(', ')}). Start that release, or restore a backup made before the update.`,
    )
  }
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
  return (results ?? []).map(result => result.migrationName)
}
