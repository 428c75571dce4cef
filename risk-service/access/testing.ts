import { randomUUID } from 'node:crypto'
import type { Procedure } from '../contract/capabilities-by-procedure.ts'
import { notificationTopicIds } from '../contract/index.ts'
import { ruleBody } from '../http/console-testing.ts'

const cosmos = { kind: 'cosmos', account: 'any', database: 'any', timeoutMs: 1, secret: { value: 'AccountEndpoint=https://any.documents.azure.com;AccountKey=YQ==' } }
/** An id that nothing has. */
export const missing = '30000000-0000-4000-8000-00000000000f'
const body = ruleBody('Any')
/** A file that is refused once it is read. */
const emptyFile = () => new File([''], 'empty.csv')
/** Another. */
export const other = '30000000-0000-4000-8000-00000000000e'
const velocitySet = { name: 'Any', description: '', condition: '', velocities: [{ text: 'SELECT Count() AS anyCount FROM Purchase GROUPBY @"user.userId"' }] }
const functionBody = {
  name: 'Any', description: '', parameters: [], properties: [{ name: 'One', description: '', type: 'Integer', default: '0', code: 'RETURN 1' }], sample: { eventType: 'Purchase', payload: {} },
}
const rule = (environmentId: string) => ({ environmentId, ruleId: missing })

/** Well-formed, and refused for a parameter that it names and does not have. */
const externalCall = {
  name: 'Any', description: '', parameters: [], configurations: [], method: 'GET', url: 'https://target.example/{parameter.none}', headers: [], requestBody: null,
  authentication: { method: 'anonymous' }, keepAliveUrl: null, sampleResponse: {}, timeoutMs: 1, defaultResponse: {},
}
const externalAssessment = { name: 'Any', description: '', target: { environmentId: missing, eventType: 'None' } }
const day = { from: '2025-11-19T12:00:00Z', to: '2025-11-20T12:00:00Z' }

type TemplateProcedure<Area extends string> = `${Area}.${'list' | 'get' | 'download' | 'check' | 'add' | 'describe' | 'remove' | 'compose' | 'export' | 'create'}`
const ofTemplates = <Area extends string>(area: Area, source: object, target: object = {}) => {
  const one = (more: object) => (environmentId: string | null) => ({ environmentId, ...more })
  return {
    [`${area}.list`]: one({}), [`${area}.get`]: one({ templateId: missing }), [`${area}.download`]: one({ templateId: missing }), [`${area}.check`]: one({ templateId: missing, ...target }),
    [`${area}.add`]: one({ templateId: missing, name: 'Any', file: emptyFile() }), [`${area}.describe`]: one({ templateId: missing, name: 'Any', description: '', baseVersion: 1 }),
    [`${area}.remove`]: one({ templateId: missing }), [`${area}.compose`]: one(source), [`${area}.export`]: one({ name: 'Any', ...source }),
    [`${area}.create`]: one({ templateId: missing, name: 'Any', ...source }),
  } as Record<TemplateProcedure<Area>, (environmentId: string | null) => unknown>
}

/**
 * A well-formed request per procedure. Where it is allowed it is refused for another reason or changes nothing that a later one
 * meets: a rule that is missing, a version that was never there, a parent that has children.
 */
export const requests: Record<Procedure, (environmentId: string | null) => unknown> = {
  'session.get': () => undefined,
  'environments.list': () => undefined,
  'environments.create': parentId => ({ parentId, name: 'Harbor', ...(parentId === null ? { kind: 'production', geography: 'eu' } : {}) }),
  'environments.update': environmentId => ({ environmentId }),
  'environments.remove': environmentId => ({ environmentId }),
  'environments.retry': environmentId => ({ environmentId }),
  'dashboard.get': environmentId => ({ environmentId, period: '24h' }),
  'search.events': environmentId => ({ environmentId, eventType: 'purchase', filter: {} }),
  'search.count': environmentId => ({ environmentId, eventType: 'purchase', filter: {} }),
  'events.get': environmentId => ({ environmentId, eventType: 'purchase', id: 'none' }),
  'events.find': environmentId => ({ environmentId, id: 'none' }),
  'events.flips': environmentId => ({ environmentId, eventType: 'purchase', id: 'none' }),
  'events.linked': environmentId => ({ environmentId, eventType: 'purchase', id: 'none' }),
  'rules.list': environmentId => ({ environmentId, eventType: 'purchase' }),
  'rules.vocabulary': environmentId => ({ environmentId, eventType: 'purchase' }),
  'rules.settings': environmentId => ({ environmentId, eventType: 'purchase' }),
  'rules.overview': environmentId => ({ environmentId }),
  'rules.get': environmentId => ({ ...rule(environmentId ?? ''), eventType: 'purchase' }),
  'rules.evaluate': environmentId => ({ environmentId, eventType: 'purchase', body }),
  'rules.history': environmentId => rule(environmentId ?? ''),
  'rules.version': environmentId => ({ ...rule(environmentId ?? ''), version: 1 }),
  'rules.dependencies': environmentId => rule(environmentId ?? ''),
  'rules.dependents': environmentId => ({ environmentId, kind: 'list', name: 'Any' }),
  'rules.create': environmentId => ({ environmentId, eventType: 'purchase', body }),
  'rules.saveDraft': environmentId => ({ ...rule(environmentId ?? ''), body }),
  'rules.discardDraft': environmentId => rule(environmentId ?? ''),
  'rules.publish': environmentId => ({ ...rule(environmentId ?? ''), status: 'active', baseVersion: 0 }),
  'rules.setStatus': environmentId => ({ ...rule(environmentId ?? ''), status: 'active' }),
  'rules.rename': environmentId => ({ ...rule(environmentId ?? ''), name: 'Any' }),
  'rules.reorder': environmentId => ({ environmentId, eventType: 'purchase', ruleIds: [missing] }),
  'rules.remove': environmentId => rule(environmentId ?? ''),
  'rules.restore': environmentId => ({ ...rule(environmentId ?? ''), version: 1 }),
  'rules.saveEvaluation': environmentId => ({ environmentId, eventType: 'purchase', evaluation: 'all', baseVersion: 999 }),
  'rules.savePayload': environmentId => ({ environmentId, eventType: 'purchase', payload: {}, baseVersion: 999 }),
  'rules.revertPayload': environmentId => ({ environmentId, eventType: 'purchase', baseVersion: 999 }),
  'backtests.start': environmentId => ({ environmentId, backtestId: randomUUID(), eventType: 'purchase', subject: { kind: 'branch', branch: 'none' }, from: '2025-11-01T00:00:00Z', to: '2025-11-02T00:00:00Z' }),
  'backtests.get': environmentId => ({ environmentId, backtestId: randomUUID() }),
  'backtests.list': environmentId => ({ environmentId }),
  'backtests.cancel': environmentId => ({ environmentId, backtestId: randomUUID() }),
  'backtests.remove': environmentId => ({ environmentId, backtestId: randomUUID() }),
  'backtests.events': environmentId => ({ environmentId, backtestId: randomUUID() }),
  'branches.list': environmentId => ({ environmentId, eventType: 'purchase' }),
  'branches.get': environmentId => ({ environmentId, eventType: 'purchase', branch: 'none' }),
  'branches.results': environmentId => ({ environmentId, eventType: 'purchase', branch: 'none' }),
  'branches.remove': environmentId => ({ environmentId, eventType: 'purchase', branch: 'none' }),
  'branches.stopExperiment': environmentId => ({ environmentId, eventType: 'purchase', branch: 'none' }),
  'branches.promote': environmentId => ({ environmentId, eventType: 'purchase', branch: 'none' }),
  'branches.create': environmentId => ({ environmentId, eventType: 'purchase', apiName: 'next', name: 'Next', from: 'none', ruleIds: [] }),
  'branches.startExperiment': environmentId => ({ environmentId, eventType: 'purchase', branch: 'none', name: 'Try', share: 10 }),
  'routingRules.list': environmentId => ({ environmentId }),
  'routingRules.assessments': environmentId => ({ environmentId }),
  'routingRules.queues': environmentId => ({ environmentId }),
  'routingRules.vocabulary': environmentId => ({ environmentId, eventType: 'purchase' }),
  'routingRules.get': environmentId => rule(environmentId ?? ''),
  'routingRules.evaluate': environmentId => ({ environmentId, eventType: 'purchase', body }),
  'routingRules.history': environmentId => rule(environmentId ?? ''),
  'routingRules.version': environmentId => ({ ...rule(environmentId ?? ''), version: 1 }),
  'routingRules.create': environmentId => ({ environmentId, eventType: 'purchase', body }),
  'routingRules.saveDraft': environmentId => ({ ...rule(environmentId ?? ''), body }),
  'routingRules.discardDraft': environmentId => rule(environmentId ?? ''),
  'routingRules.publish': environmentId => ({ ...rule(environmentId ?? ''), status: 'active', baseVersion: 0 }),
  'routingRules.setStatus': environmentId => ({ ...rule(environmentId ?? ''), status: 'active' }),
  'routingRules.rename': environmentId => ({ ...rule(environmentId ?? ''), name: 'Any' }),
  'routingRules.reorder': environmentId => ({ environmentId, ruleIds: [missing] }),
  'routingRules.remove': environmentId => rule(environmentId ?? ''),
  'routingRules.restore': environmentId => ({ ...rule(environmentId ?? ''), version: 1 }),
  'velocities.list': environmentId => ({ environmentId }),
  'velocities.get': environmentId => ({ environmentId, setId: missing }),
  'velocities.vocabulary': environmentId => ({ environmentId }),
  'velocities.check': environmentId => ({ environmentId, body: velocitySet }),
  'velocities.dependents': environmentId => ({ environmentId, setId: missing }),
  'velocities.health': environmentId => ({ environmentId }),
  'velocities.read': environmentId => ({ environmentId, reads: [{ velocity: 'emailAttempts', key: 'any', window: '1d' }] }),
  'velocities.events': environmentId => ({ environmentId, velocity: 'emailAttempts', key: 'any', window: '1d' }),
  'velocities.cancelBackfill': environmentId => ({ environmentId, setId: other }),
  'velocities.create': environmentId => ({ environmentId, setId: missing, body: velocitySet }),
  'velocities.clone': environmentId => ({ environmentId, setId: other, cloneId: other }),
  'velocities.saveDraft': environmentId => ({ environmentId, setId: other, body: velocitySet }),
  'velocities.discardDraft': environmentId => ({ environmentId, setId: other }),
  'velocities.publish': environmentId => ({ environmentId, setId: other, status: 'active', baseVersion: 0 }),
  'velocities.setStatus': environmentId => ({ environmentId, setId: other, status: 'active' }),
  'velocities.rename': environmentId => ({ environmentId, setId: other, name: 'Any' }),
  'velocities.remove': environmentId => ({ environmentId, setId: other }),
  'functions.list': environmentId => ({ environmentId }),
  'functions.get': environmentId => ({ environmentId, functionId: missing }),
  'functions.evaluate': environmentId => ({ environmentId, body: functionBody }),
  'functions.dependents': environmentId => ({ environmentId, functionId: missing }),
  'functions.create': environmentId => ({ environmentId, functionId: missing, body: functionBody }),
  'functions.saveDraft': environmentId => ({ environmentId, functionId: other, body: functionBody }),
  'functions.discardDraft': environmentId => ({ environmentId, functionId: other }),
  'functions.publish': environmentId => ({ environmentId, functionId: other, baseVersion: 0 }),
  'functions.rename': environmentId => ({ environmentId, functionId: other, name: 'Any' }),
  'functions.remove': environmentId => ({ environmentId, functionId: other }),
  'customLists.list': environmentId => ({ environmentId }),
  'customLists.get': environmentId => ({ environmentId, listId: missing }),
  'customLists.rows': environmentId => ({ environmentId, listId: missing }),
  'customLists.versions': environmentId => ({ environmentId, listId: missing }),
  'customLists.download': environmentId => ({ environmentId, listIds: [missing] }),
  'customLists.dependents': environmentId => ({ environmentId, listId: missing }),
  'customLists.check': environmentId => ({ environmentId, file: emptyFile() }),
  'customLists.create': environmentId => ({ environmentId, listId: missing, name: 'Any', file: emptyFile() }),
  'customLists.replace': environmentId => ({ environmentId, listId: missing, baseVersion: 1, file: emptyFile() }),
  'customLists.describe': environmentId => ({ environmentId, listId: missing, description: '' }),
  'customLists.restore': environmentId => ({ environmentId, listId: missing, version: 1, baseVersion: 1 }),
  'customLists.remove': environmentId => ({ environmentId, listIds: [missing] }),
  'listSources.get': environmentId => ({ environmentId, listId: missing }),
  'listSources.rows': environmentId => ({ environmentId, listId: missing }),
  'listSources.performance': environmentId => ({ environmentId, listId: missing, from: '2025-01-01T00:00:00Z', to: '2025-01-02T00:00:00Z' }),
  'listSources.test': environmentId => ({ environmentId, connection: cosmos }),
  'listSources.preview': environmentId => ({ environmentId, connection: { ...cosmos, container: 'c' } }),
  'listSources.create': environmentId => ({ environmentId, listId: missing, name: 'Any', connection: { ...cosmos, container: 'c' }, columns: ['id'] }),
  'listSources.update': environmentId => ({ environmentId, listId: missing, baseVersion: 1, connection: { ...cosmos, container: 'c' }, columns: ['id'] }),
  'supportLists.list': environmentId => ({ environmentId }),
  'supportLists.entries': environmentId => ({ environmentId, list: 'email' }),
  'supportLists.find': environmentId => ({ environmentId, list: 'email', values: ['any'] }),
  'supportLists.export': environmentId => ({ environmentId, lists: ['email'] }),
  'supportLists.save': environmentId => ({ environmentId, list: 'email', values: ['no address'], status: 'Block' }),
  'supportLists.remove': environmentId => ({ environmentId, list: 'email', values: ['any'] }),
  'supportLists.import': environmentId => ({ environmentId, list: 'email', file: emptyFile() }),
  'supportEntries.get': environmentId => ({ environmentId, entities: [{ list: 'email', value: 'any' }] }),
  'supportEntries.set': environmentId => ({ environmentId, list: 'email', value: 'any', status: null }),
  'externalCalls.list': environmentId => ({ environmentId }),
  'externalCalls.get': environmentId => ({ environmentId, callId: missing }),
  'externalCalls.create': environmentId => ({ environmentId, callId: missing, body: externalCall }),
  'externalCalls.update': environmentId => ({ environmentId, callId: missing, body: externalCall, baseVersion: 1 }),
  'externalCalls.remove': environmentId => ({ environmentId, callId: missing }),
  'externalCalls.test': environmentId => ({ environmentId, body: externalCall }),
  'externalCalls.dependents': environmentId => ({ environmentId, callId: missing }),
  'externalCalls.performance': environmentId => ({ environmentId, callId: missing, ...day }),
  'externalAssessments.list': environmentId => ({ environmentId }),
  'externalAssessments.targets': environmentId => ({ environmentId }),
  'externalAssessments.configuration': environmentId => ({ environmentId, eventType: 'None' }),
  'externalAssessments.saveConfiguration': environmentId => ({ environmentId, eventType: 'None', sharing: 'private', sampleResponse: null }),
  'externalAssessments.get': environmentId => ({ environmentId, assessmentId: missing }),
  'externalAssessments.create': environmentId => ({ environmentId, assessmentId: missing, body: externalAssessment }),
  'externalAssessments.update': environmentId => ({ environmentId, assessmentId: missing, body: externalAssessment, baseVersion: 1 }),
  'externalAssessments.remove': environmentId => ({ environmentId, assessmentId: missing }),
  'externalAssessments.test': environmentId => ({ environmentId, body: externalAssessment }),
  'externalAssessments.dependents': environmentId => ({ environmentId, assessmentId: missing }),
  'externalAssessments.performance': environmentId => ({ environmentId, assessmentId: missing, ...day }),
  'live.events': () => undefined,
  'notifications.summary': () => undefined,
  'notifications.list': () => ({}),
  'notifications.markRead': () => ({ ids: [missing] }),
  'notifications.dismiss': () => ({ ids: [missing] }),
  'notifications.dismissAll': () => ({ newest: missing }),
  'notifications.settings': () => undefined,
  'notifications.setTopic': () => ({ topic: notificationTopicIds[0], enabled: true }),
  'fcra.get': () => undefined,
  'fcra.accept': () => ({ textVersion: 'older' }),
  'fcra.decline': () => ({ textVersion: 'older' }),
  'externalTiles.list': environmentId => ({ environmentId }),
  'externalTiles.definition': environmentId => ({ environmentId }),
  'externalTiles.save': environmentId => ({ environmentId, baseVersion: 999, tiles: [], builtIn: { documentation: null, feedback: null } }),
  'preferences.get': () => undefined,
  'preferences.update': () => ({ baseVersion: 999, changes: { theme: 'dark' } }),
  'models.list': environmentId => ({ environmentId, kind: 'risk' }),
  'models.get': environmentId => ({ environmentId, kind: 'risk', version: 7 }),
  'models.fit': environmentId => ({ environmentId, kind: 'bot', fitId: missing }),
  'models.fitStatus': environmentId => ({ environmentId, fitId: missing }),
  'models.cancelFit': environmentId => ({ environmentId, fitId: missing }),
  'models.activate': environmentId => ({ environmentId, kind: 'risk', version: 7 }),
  'savedViews.list': environmentId => ({ environmentId, area: 'search' }),
  'savedViews.save': environmentId => ({ environmentId, area: 'search', viewId: missing, name: 'Any', shared: false, baseVersion: 999, state: {} }),
  'savedViews.remove': environmentId => ({ environmentId, area: 'search', viewId: missing }),
  'savedViews.setDefault': environmentId => ({ environmentId, area: 'search', viewId: null }),
  ...ofTemplates('ruleTemplates', { ruleId: missing }, { eventType: 'purchase' }),
  'ruleTemplates.use': environmentId => ({ environmentId, templateId: missing, eventType: 'purchase', name: 'Any' }),
  ...ofTemplates('assessmentTemplates', { eventType: 'None' }),
  'assessmentTemplates.sources': environmentId => ({ environmentId }),
  'assessmentTemplates.use': environmentId => ({ environmentId, templateId: missing, assessmentId: missing, apiName: 'Any', friendlyName: 'Any' }),
  ...ofTemplates('environmentTemplates', {}),
  // What there is of the environment can become a template again and again.
  'environmentTemplates.create': environmentId => ({ environmentId, templateId: randomUUID(), name: `Any ${randomUUID().slice(0, 8)}` }),
}

/** The input as the typed client sends it: JSON, or a form where there is a file. */
export function bodyOf(input: unknown): string | FormData {
  if (typeof input !== 'object' || input === null || !('file' in input) || !(input.file instanceof File)) return JSON.stringify({ json: input })
  const { file, ...json } = input
  const form = new FormData()
  form.append('data', JSON.stringify({ json: { ...json, file: {} }, meta: [], maps: [['file']] }))
  form.append('0', file)
  return form
}
