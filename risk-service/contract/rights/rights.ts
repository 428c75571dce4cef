import type { Capability } from '../access/capabilities.ts'
import { caseCapabilities } from '../cases/case-capabilities.ts'
import { logRights } from './log-rights.ts'

/* The kinds of rights, and the rights of procedures that come in families. */

/** The right of a procedure in one environment: a capability there. */
export interface EnvironmentRight {
  in: 'environment'
  capability: Capability
  level: 'read' | 'write'
}
/**
 * The right of a procedure that changes an environment itself, in any state; roots and other environments have separate
 * capabilities.
 */
interface TreeRight {
  in: 'tree'
  root: Capability
  child: Capability
  level: 'read' | 'write'
}
/**
 * The right of a procedure about the caller, for which a sign-in is enough: the answer contains only what the caller
 * may see.
 */
export interface CallerRight {
  in: 'person'
}
export type Right = EnvironmentRight | TreeRight | CallerRight

export const read = (capability: Capability): EnvironmentRight => ({ in: 'environment', capability, level: 'read' })
export const write = (capability: Capability): EnvironmentRight => ({ in: 'environment', capability, level: 'write' })
export const inTree = (root: Capability, child: Capability): TreeRight => ({ in: 'tree', root, child, level: 'write' })
export const caller: CallerRight = { in: 'person' }

/** The rights of queues and cases; supervisors and managers may do more, which the handlers check. */
export const caseRights = Object.fromEntries(
  Object.entries(caseCapabilities).map(([name, [capability, level]]) => [
    name,
    { in: 'environment', capability, level },
  ]),
) as Record<keyof typeof caseCapabilities, EnvironmentRight>

type TemplateProcedure =
  | 'list'
  | 'get'
  | 'download'
  | 'check'
  | 'add'
  | 'describe'
  | 'remove'
  | 'compose'
  | 'export'
  | 'create'
/**
 * The rights of the procedures that every kind of template has. Downloading one as a file is part of writing (43
 * section 3).
 */
export const templateRights = <Area extends string>(area: Area, capability: Capability) =>
  ({
    [`${area}.list`]: read(capability),
    [`${area}.get`]: read(capability),
    [`${area}.check`]: read(capability),
    [`${area}.download`]: write(capability),
    [`${area}.add`]: write(capability),
    [`${area}.describe`]: write(capability),
    [`${area}.remove`]: write(capability),
    [`${area}.compose`]: write(capability),
    [`${area}.export`]: write(capability),
    [`${area}.create`]: write(capability),
  }) as Record<`${Area}.${TemplateProcedure}`, EnvironmentRight>

/** Rights of the procedures that answer for the numbers: dashboard, monitors and reports. */
export const figureRights = {
  'dashboard.get': read('monitoring'),
  'dashboard.reviews': read('search'),
  'dashboard.integration': read('integration.dashboard'),
  'dashboard.apiCalls': read('apimanagement'),
  // The handler leaves out the parts whose page the caller may not open.
  'dashboard.health': read('dashboard'),
  'monitoring.overview': read('monitoring'),
  'monitoring.transactions': read('monitoring'),
  'monitoring.observations': read('monitoring'),
  'monitoring.drift': read('monitoring'),
  'monitoring.scorecard': read('monitoring'),
  'reports.assessments': read('reports.general'),
  'reports.summary': read('reports.general'),
  'reports.rules': read('reports.general'),
  'reports.scores': read('reports.scores'),
  'reports.scoreCutoff': read('reports.scores'),
  'reports.scoreProfit': read('reports.scores'),
  'reports.scoreTarget': read('reports.scores'),
  'reports.threats': read('reports.general'),
  'reports.observed': read('reports.general'),
  'reports.olderMonths': read('reports.general'),
  'reports.attributeValues': read('reports.general'),
  'reports.recordExport': read('reports.general'),
  // Every role that works in the console has the dashboard; the right to the page of the chart is checked with it.
  'reports.recordChart': read('dashboard'),
} as const

/** Rights of integration. Whoever creates an application or a credential needs a directory role as well. */
export const integrationRights = {
  'integration.overview': read('integration.dashboard'),
  'integration.listen': read('integration.dashboard'),
  'apiManagement.configuration': read('apimanagement'),
  'apiManagement.requests': read('apimanagement'),
  'apiManagement.errors': read('apimanagement'),
  'fingerprinting.overview': read('integration.apps'),
  'fingerprinting.read': read('integration.apps'),
  'fingerprinting.checkHost': write('integration.apps'),
  'applications.list': read('integration.apps'),
  'applications.create': write('integration.apps'),
  'applications.update': write('integration.apps'),
  'applications.remove': write('integration.apps'),
  'applications.addSecret': write('integration.apps'),
  'applications.addCertificate': write('integration.apps'),
  'applications.readCertificate': write('integration.apps'),
  'applications.removeCredential': write('integration.apps'),
  'applications.callers': read('integration.apps'),
  'applications.startBrownOut': write('integration.apps'),
  'applications.endBrownOut': write('integration.apps'),
} as const

/** Rights of the graph, of rings, of the ontology with its simulator, and of the time machine. */
export const graphRights = {
  'graph.event': read('search'),
  'graph.neighbourhood': read('graphexplorer'),
  'graph.expand': read('graphexplorer'),
  'graph.path': read('graphexplorer'),
  'graph.hubs': read('graphexplorer'),
  'graph.selection': read('graphexplorer'),
  // A note on the event; the handler asks for the right to the graph, too.
  'graph.attach': write('notes'),
  'graph.snapshot': read('notes'),
  'rings.find': read('graphexplorer'),
  'rings.list': read('graphexplorer'),
  'rings.get': read('graphexplorer'),
  // A watch is the caller's own; a dismissal hides a ring from everybody.
  'rings.watch': read('graphexplorer'),
  'rings.unwatch': read('graphexplorer'),
  'rings.dismiss': write('actions.run'),
  'rings.restore': write('actions.run'),
  'ontology.types': read('graphexplorer'),
  'ontology.get': read('ontology'),
  'ontology.uses': read('ontology'),
  'ontology.figures': read('ontology'),
  'ontology.values': read('ontology'),
  'ontology.drops': read('ontology'),
  // A simulation shows decisions and events: whoever starts one may test rules, too.
  'fieldOutages.start': write('rules'),
  'fieldOutages.get': read('rules'),
  'fieldOutages.list': read('rules'),
  'fieldOutages.cancel': write('rules'),
  'fieldOutages.events': read('rules'),
  // Its figures are those of a report; the handler of a start asks for the right to reports, too.
  'timeMachine.history': read('reports.general'),
  'timeMachine.start': write('rules'),
  'timeMachine.get': read('reports.general'),
  'timeMachine.list': read('reports.general'),
  'timeMachine.cancel': write('rules'),
  'timeMachine.remove': write('rules'),
} as const

/** Rights of the pictures behind maps: who sees events sees their maps. */
export const mapRights = {
  'maps.layers': read('search'),
  'maps.tile': read('search'),
  'maps.provider': read('admin.configuration'),
  'maps.saveProvider': write('admin.configuration'),
} as const

/** Who uploads retail transactions may have them read from a retail system. */
export const retailRights = {
  'retailConnector.get': read('data.upload'),
  'retailConnector.issues': read('data.upload'),
  'retailConnector.connect': write('data.upload'),
  'retailConnector.reconnect': write('data.upload'),
  'retailConnector.disconnect': write('data.upload'),
  'retailConnector.sync': write('data.upload'),
} as const

/** Who reads the loss prevention report may open a file of it, with a reason. A clearance changes scores for everybody. */
export const lossPreventionRights = {
  'lossPrevention.summary': read('lossprevention'),
  'lossPrevention.entity': read('lossprevention'),
  'lossPrevention.export': read('lossprevention'),
  'lossPrevention.openings': read('lossprevention'),
  'lossPrevention.openFile': read('lossprevention'),
  'lossPrevention.clear': write('actions.run'),
  'lossPrevention.retry': write('actions.run'),
} as const

/** Whoever answers to an alert changes rules, too; reading them is part of monitoring. */
export const alertRights = {
  'alertRules.list': read('monitoring'),
  'alertRules.preview': read('monitoring'),
  'alertRules.create': write('rules'),
  'alertRules.update': write('rules'),
  'alertRules.remove': write('rules'),
  'alertIncidents.list': read('monitoring'),
  'alertIncidents.get': read('monitoring'),
  'alertIncidents.act': write('rules'),
  // What leaves the product is for administrators.
  'alertTargets.list': read('admin.configuration'),
  'alertTargets.create': write('admin.configuration'),
  'alertTargets.update': write('admin.configuration'),
  'alertTargets.remove': write('admin.configuration'),
  'attacks.list': read('monitoring'),
  'attacks.get': read('monitoring'),
  'attacks.setStep': write('rules'),
  'attacks.preview': write('rules'),
  'attacks.contain': write('rules'),
  'attacks.release': write('rules'),
  // A file of events, as those of searches.
  'attacks.export': read('search'),
} as const

/** Events that leave the product, and their subscriptions. */
export const tracingRights = {
  ...logRights,
  'eventSubscriptions.sinks': write('eventtracing'),
  'eventSubscriptions.list': read('eventtracing'),
  'eventSubscriptions.create': write('eventtracing'),
  'eventSubscriptions.update': write('eventtracing'),
  'eventSubscriptions.setActive': write('eventtracing'),
  'eventSubscriptions.remove': write('eventtracing'),
  'eventSubscriptions.test': write('eventtracing'),
  'eventSubscriptions.deadLetters': read('eventtracing'),
  'eventSubscriptions.exportDeadLetters': read('eventtracing'),
  'eventSubscriptions.redeliver': write('eventtracing'),
  'eventSubscriptions.export': read('eventtracing'),
  'eventSubscriptions.pull': read('eventtracing'),
  'eventSubscriptions.kinds': read('eventtracing'),
} as const

/** The rights of what an event shows, and of its flight recorder. */
export const eventRights = {
  'events.get': read('search'),
  'events.find': read('search'),
  'events.counterfactuals': read('search'),
  'events.linked': read('search'),
  'events.places': read('search'),
  'events.viewers': read('search'),
  'events.activity': read('search'),
  'events.activityFigures': read('search'),
  'events.entityUsers': read('search'),
  'events.financialSnapshot': read('search'),
  'recorder.find': read('search'),
  'recorder.timeline': read('search'),
  'recorder.rerun': read('search'),
  // It contains the texts of rules: the handler checks that the caller may search, too.
  'recorder.testCase': read('rules'),
} as const

/** Rights of the assessments of the tenant. */
export const assessmentRights = {
  'assessments.list': read('assessments'),
  'assessments.create': write('assessments'),
  'assessments.remove': write('assessments'),
  'assessments.exportSchema': read('assessments'),
  'assessments.reportSettings': read('assessments'),
  // Whoever writes assessments alone does not change what reports count.
  'assessments.saveReportSettings': write('reports.general'),
  'assessmentConfiguration.get': read('assessments'),
  'assessmentConfiguration.checkSchema': read('assessments'),
  'assessmentConfiguration.observation': read('assessments'),
  'assessmentConfiguration.saveGeneral': write('assessments'),
  'assessmentConfiguration.saveSettings': write('assessments'),
  'assessmentConfiguration.saveSharing': write('assessments'),
  'assessmentConfiguration.saveSchema': write('assessments'),
  'assessmentConfiguration.createObservation': write('assessments'),
  'assessmentConfiguration.saveObservation': write('assessments'),
  'assessmentConfiguration.removeObservation': write('assessments'),
  'assessmentConfiguration.saveLabel': write('assessments'),
  'assessmentConfiguration.removeLabel': write('assessments'),
  'customAssessments.list': read('assessments'),
  'customAssessments.create': write('assessments'),
  'customAssessments.save': write('assessments'),
} as const

/** Files of past events, and the runs that process them. */
export const uploadRights = {
  'uploads.list': read('data.upload'),
  'uploads.get': read('data.upload'),
  'uploads.begin': write('data.upload'),
  'uploads.sendChunk': write('data.upload'),
  'uploads.complete': write('data.upload'),
  'uploads.cancel': write('data.upload'),
  'uploads.remove': write('data.upload'),
  'uploads.saveMapping': write('data.upload'),
  'uploads.process': write('data.upload'),
  'uploads.runs': read('data.upload'),
  'uploads.run': read('data.upload'),
  'uploads.runIssues': read('data.upload'),
  'uploads.dailyChargebacks': read('data.upload'),
  'uploads.cancelRun': write('data.upload'),
  'uploads.errorFile': read('data.upload'),
} as const satisfies Record<string, Right>
