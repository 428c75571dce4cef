import type { Capability } from './access/capabilities.ts'
import type { ConsoleContract } from './console-api.ts'

/** `area.name` of every procedure of the console API. */
export type ProcedureName = {
  [Area in keyof ConsoleContract]: `${Area}.${keyof ConsoleContract[Area] & string}`
}[keyof ConsoleContract]

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
interface CallerRight {
  in: 'person'
}
export type Right = EnvironmentRight | TreeRight | CallerRight

const read = (capability: Capability): EnvironmentRight => ({ in: 'environment', capability, level: 'read' })
const write = (capability: Capability): EnvironmentRight => ({ in: 'environment', capability, level: 'write' })
const caller: CallerRight = { in: 'person' }

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
const templateRights = <Area extends string>(area: Area, capability: Capability) =>
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

/**
 * The right of each procedure. Handlers read it from here and from nowhere else, so that this table is what the service
 * enforces.
 */
const rights = {
  'session.get': caller,
  'environments.list': caller,
  'environments.create': {
    in: 'tree',
    root: 'environments.root.manage',
    child: 'environments.child.manage',
    level: 'write',
  },
  'environments.update': {
    in: 'tree',
    root: 'environments.root.update',
    child: 'environments.child.manage',
    level: 'write',
  },
  'environments.remove': {
    in: 'tree',
    root: 'environments.root.manage',
    child: 'environments.child.manage',
    level: 'write',
  },
  'environments.retry': {
    in: 'tree',
    root: 'environments.root.manage',
    child: 'environments.child.manage',
    level: 'write',
  },
  'dashboard.get': read('dashboard'),
  'search.events': read('search'),
  'search.count': read('search'),
  'search.eventTypes': read('search'),
  'search.fields': read('search'),
  'search.export': read('search'),
  'search.removals': read('search'),
  'events.get': read('search'),
  'events.find': read('search'),
  'events.counterfactuals': read('search'),
  'events.linked': read('search'),
  'rules.list': read('rules'),
  'rules.vocabulary': read('rules'),
  'rules.get': read('rules'),
  'rules.evaluate': read('rules'),
  'rules.history': read('rules'),
  'rules.version': read('rules'),
  'rules.dependencies': read('rules'),
  'rules.dependents': read('rules'),
  'rules.settings': read('rules'),
  'rules.overview': read('rules'),
  'rules.create': write('rules'),
  'rules.saveDraft': write('rules'),
  'rules.discardDraft': write('rules'),
  'rules.publish': write('rules'),
  'rules.setStatus': write('rules'),
  'rules.rename': write('rules'),
  'rules.reorder': write('rules'),
  'rules.remove': write('rules'),
  'rules.restore': write('rules'),
  'rules.saveEvaluation': write('rules'),
  'rules.savePayload': write('rules'),
  'rules.revertPayload': write('rules'),
  'backtests.start': write('rules'),
  'backtests.get': read('rules'),
  'backtests.list': read('rules'),
  'backtests.cancel': write('rules'),
  'backtests.remove': write('rules'),
  'backtests.events': read('rules'),
  'branches.list': read('rules'),
  'branches.get': read('rules'),
  'branches.results': read('rules'),
  'branches.create': write('rules'),
  'branches.remove': write('rules'),
  'branches.startExperiment': write('rules'),
  'branches.stopExperiment': write('rules'),
  'branches.promote': write('rules'),
  'routingRules.list': read('routingrules'),
  'routingRules.vocabulary': read('routingrules'),
  'routingRules.assessments': read('routingrules'),
  'routingRules.queues': read('routingrules'),
  'routingRules.get': read('routingrules'),
  'routingRules.evaluate': read('routingrules'),
  'routingRules.history': read('routingrules'),
  'routingRules.version': read('routingrules'),
  'routingRules.create': write('routingrules'),
  'routingRules.saveDraft': write('routingrules'),
  'routingRules.discardDraft': write('routingrules'),
  'routingRules.publish': write('routingrules'),
  'routingRules.setStatus': write('routingrules'),
  'routingRules.rename': write('routingrules'),
  'routingRules.reorder': write('routingrules'),
  'routingRules.remove': write('routingrules'),
  'routingRules.restore': write('routingrules'),
  'velocities.list': read('velocities'),
  'velocities.get': read('velocities'),
  'velocities.vocabulary': read('velocities'),
  'velocities.check': read('velocities'),
  'velocities.dependents': read('velocities'),
  // Showing the events behind a count is part of searching and reviewing them.
  'velocities.health': read('velocities'),
  'velocities.read': read('search'),
  'velocities.events': read('search'),
  'velocities.cancelBackfill': write('velocities'),
  'velocities.create': write('velocities'),
  'velocities.clone': write('velocities'),
  'velocities.saveDraft': write('velocities'),
  'velocities.discardDraft': write('velocities'),
  'velocities.publish': write('velocities'),
  'velocities.setStatus': write('velocities'),
  'velocities.rename': write('velocities'),
  'velocities.remove': write('velocities'),
  'functions.list': read('functions'),
  'functions.get': read('functions'),
  'functions.evaluate': read('functions'),
  'functions.dependents': read('functions'),
  'functions.create': write('functions'),
  'functions.saveDraft': write('functions'),
  'functions.discardDraft': write('functions'),
  'functions.publish': write('functions'),
  'functions.rename': write('functions'),
  'functions.remove': write('functions'),
  'customLists.list': read('lists.custom'),
  'customLists.get': read('lists.custom'),
  'customLists.rows': read('lists.custom'),
  'customLists.versions': read('lists.custom'),
  'customLists.download': read('lists.custom'),
  'customLists.dependents': read('lists.custom'),
  'customLists.check': write('lists.custom'),
  'customLists.create': write('lists.custom'),
  'customLists.replace': write('lists.custom'),
  'customLists.describe': write('lists.custom'),
  'customLists.restore': write('lists.custom'),
  'customLists.remove': write('lists.custom'),
  'databaseLists.get': read('lists.custom'),
  'databaseLists.rows': read('lists.custom'),
  'databaseLists.performance': read('lists.custom'),
  'databaseLists.test': write('lists.custom'),
  'databaseLists.preview': write('lists.custom'),
  'databaseLists.create': write('lists.custom'),
  'databaseLists.update': write('lists.custom'),
  'externalCalls.list': read('externalcalls'),
  'externalCalls.get': read('externalcalls'),
  'externalCalls.dependents': read('externalcalls'),
  'externalCalls.performance': read('externalcalls'),
  'externalCalls.create': write('externalcalls'),
  'externalCalls.update': write('externalcalls'),
  'externalCalls.remove': write('externalcalls'),
  'externalCalls.test': write('externalcalls'),
  'externalAssessments.list': read('externalassessments'),
  'externalAssessments.targets': read('externalassessments'),
  'externalAssessments.get': read('externalassessments'),
  'externalAssessments.dependents': read('externalassessments'),
  'externalAssessments.performance': read('externalassessments'),
  'externalAssessments.create': write('externalassessments'),
  'externalAssessments.update': write('externalassessments'),
  'externalAssessments.remove': write('externalassessments'),
  'externalAssessments.test': write('externalassessments'),
  'externalAssessments.configuration': read('externalassessments'),
  'externalAssessments.saveConfiguration': write('externalassessments'),
  'supportLists.list': read('lists.support'),
  'supportLists.entries': read('lists.support'),
  'supportLists.find': read('lists.support'),
  'supportLists.export': read('lists.support'),
  'supportLists.save': write('lists.support'),
  'supportLists.remove': write('lists.support'),
  'supportLists.import': write('lists.support'),
  'supportEntries.get': read('lists.support.entry'),
  'supportEntries.set': write('lists.support.entry'),
  // A user who may change how events are decided may also change how they are scored.
  'models.list': read('rules'),
  'models.get': read('rules'),
  'models.train': write('rules'),
  'models.trainingStatus': read('rules'),
  'models.cancelTraining': write('rules'),
  'models.activate': write('rules'),
  'live.events': caller,
  'notifications.summary': caller,
  'notifications.list': caller,
  'notifications.markRead': caller,
  'notifications.dismiss': caller,
  'notifications.dismissAll': caller,
  'notifications.settings': caller,
  'notifications.setTopic': caller,
  'fcra.get': caller,
  'fcra.accept': caller,
  'fcra.decline': caller,
  'externalTiles.list': read('dashboard'),
  'externalTiles.definition': read('admin.configuration'),
  'externalTiles.save': write('admin.configuration'),
  'preferences.get': caller,
  'preferences.update': caller,
  // A user who may search an environment may store views of it; sharing one lets nobody see more than they may search
  // for themselves.
  'savedViews.list': read('search'),
  'savedViews.save': read('search'),
  'savedViews.remove': read('search'),
  'savedViews.setDefault': read('search'),
  // The source of a template has to be readable as well, and the target of one writable: the handlers check that, too.
  ...templateRights('ruleTemplates', 'templates.rule'),
  'ruleTemplates.use': read('templates.rule'),
  ...templateRights('assessmentTemplates', 'templates.assessment'),
  'assessmentTemplates.sources': write('templates.assessment'),
  'assessmentTemplates.use': read('templates.assessment'),
  ...templateRights('environmentTemplates', 'templates.environment'),
} satisfies Record<ProcedureName, Right>

/** Every procedure with its right. */
export const procedureRights: Readonly<Record<ProcedureName, Right>> = rights

type ProcedureWithRight<Kind extends Right['in']> = {
  [Name in ProcedureName]: (typeof rights)[Name] extends { in: Kind } ? Name : never
}[ProcedureName]
export type TreeProcedure = ProcedureWithRight<'tree'>

/** Returns the right of a procedure in an environment. @throws Error when the table has no such procedure */
export function environmentRight(path: readonly string[]): EnvironmentRight {
  const right = (procedureRights as Readonly<Record<string, Right>>)[path.join('.')]
  if (right?.in !== 'environment') throw new Error(`${path.join('.')} has no right in an environment.`)
  return right
}

/** Returns the right of a procedure that changes an environment, for a root or for another one. */
export function treeRight(
  procedure: TreeProcedure,
  root: boolean,
): { capability: Capability; level: 'read' | 'write' } {
  const right = rights[procedure]
  return { capability: root ? right.root : right.child, level: right.level }
}
