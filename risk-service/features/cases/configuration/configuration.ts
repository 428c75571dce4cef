import type { CaseConfiguration } from '../../../contract/index.ts'
import { rootIdOf } from '../../../kernel/environments/environment-tree.ts'
import { ConflictError, ValidationError } from '../../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import { publishQueue } from '../clock/publish-cases.ts'
import { loadQueues } from '../store/queue-store.ts'
import {
  loadConfiguration,
  lockConfiguration,
  type StoredConfiguration,
  writeConfiguration,
} from '../store/settings-store.ts'
import { auditCall, type CaseCall } from '../work/case-call.ts'

interface ConfigurationPlace {
  environmentId: string
  eventType: string
}

/** Returns the decisions of an assessment in an environment: those of its root. */
export async function readDecisions(call: CaseCall, { environmentId, eventType }: ConfigurationPlace) {
  const { configuration } = await loadConfiguration(call.db, rootIdOf(call.tree, environmentId), eventType)
  return configuration
}

/** Returns the configuration of a root environment, to change it. */
export function readConfiguration(call: CaseCall, place: ConfigurationPlace): Promise<StoredConfiguration> {
  assertRoot(call, place.environmentId)
  return loadConfiguration(call.db, place.environmentId, place.eventType)
}

/** Replaces the decisions of an assessment. Refused while a queue has a decision as default that would be removed. */
export async function saveConfiguration(
  call: CaseCall,
  {
    environmentId,
    eventType,
    baseVersion,
    configuration,
  }: ConfigurationPlace & { baseVersion: number; configuration: CaseConfiguration },
): Promise<StoredConfiguration> {
  assertRoot(call, environmentId)
  if (call.engine.assessment(environmentId, eventType) === null)
    throw new ValidationError(['eventType'], 'This environment has no such assessment.')
  assertActions(call, environmentId, eventType, configuration)
  const saved = await call.db.transaction().execute(async trx => {
    await lockConfiguration(trx, environmentId, eventType)
    const before = await loadConfiguration(trx, environmentId, eventType)
    if (isSameJson(before.configuration, configuration)) return before
    if (before.version !== baseVersion)
      throw createVersionConflict('Somebody else changed the decisions meanwhile.', { version: before.version })
    const names = new Set(configuration.queueDecisions.map(({ name }) => name))
    const queues = (await loadQueues(trx, call.scope)).filter(
      queue => queue.event_type === eventType && !names.has(queue.settings.defaultAction),
    )
    if (queues.length > 0)
      throw new ConflictError(
        `Default action of the queues ${queues.map(({ name }) => name).join(', ')}: change these first.`,
        { reason: 'decision.used' },
      )
    const after = { version: before.version + 1, configuration }
    await writeConfiguration(trx, environmentId, eventType, after)
    await auditCall(
      trx,
      call,
      environmentId,
      { type: 'CaseConfiguration', id: `${environmentId} ${eventType}`, name: eventType },
      { operation: 'Update', before: before.configuration, after: configuration },
    )
    return after
  })
  for (const id of call.scope) publishQueue(call.live, id, null)
  return saved
}

/** @throws ValidationError with line and column of what is wrong in a statement */
function assertActions(
  { engine }: CaseCall,
  environmentId: string,
  eventType: string,
  { queueDecisions, challengeAction }: CaseConfiguration,
): void {
  const actions = [
    ...queueDecisions.map(({ fqlAction }, index) => ({
      text: fqlAction,
      path: ['queueDecisions', index, 'fqlAction'],
    })),
    { text: challengeAction, path: ['challengeAction'] },
  ]
  const issues = actions.flatMap(({ text, path }) =>
    text === null
      ? []
      : engine.checkAction(environmentId, eventType, text).map(({ line, column, message }) => ({
          path: ['configuration', ...path],
          message: `Line ${line}, column ${column}: ${message}`,
        })),
  )
  if (issues.length > 0) throw new ValidationError([], issues[0]?.message ?? '', { issues })
}

/** @throws ValidationError outside of a root environment */
export function assertRoot({ tree }: CaseCall, environmentId: string): void {
  if (rootIdOf(tree, environmentId) !== environmentId)
    throw new ValidationError(['environmentId'], 'Case management is configured in a root environment.')
}
