import type { ExternalAssessmentBody } from '../../contract/external-calls/external-assessment-inputs.ts'
import type { ExternalAssessment, TargetConfiguration } from '../../contract/external-calls/external-assessments.ts'
import type { RuleBody } from '../../contract/index.ts'
import { deepestJson, isTooDeep } from '../../engine/lib/json.ts'
import { type AuditContext, auditChange } from '../../kernel/audit.ts'
import type { ActionContext } from '../../kernel/console-api/action-context.ts'
import { type EnvironmentTree, rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'
import { mergeSettings } from '../assessments/assessment-settings.ts'
import { findAssessmentLoop } from '../usage/assessment-loops.ts'
import { findUsage, type Usage } from '../usage/call-usage.ts'
import { assertUnused } from '../usage/dependents.ts'
import { lockForChange } from '../usage/reference-locks.ts'
import {
  deletePointer,
  findPointer,
  loadPointers,
  loadPointersTo,
  loadRules,
  lockPointers,
  pointerExists,
  type StoredPointer,
  savePointer,
} from './store.ts'
import { configurationOf, loadTargets, requireTenantAssessment, type TargetAssessment } from './targets.ts'

/** Actor and environment of a change of external assessments. */
export type PointerActionContext = AuditContext & Pick<ActionContext, 'tree'>
const maxPointers = 200

/** @throws NotFoundError */
export async function requirePointer(db: Db, environmentId: string, id: string): Promise<StoredPointer> {
  const pointer = await findPointer(db, environmentId, id)
  if (!pointer) throw new NotFoundError('There is no such external assessment in this environment.')
  return pointer
}

export const findTarget = (
  targets: readonly TargetAssessment[],
  { target }: Pick<ExternalAssessmentBody, 'target'>,
): TargetAssessment | null =>
  targets.find(each => each.environmentId === target.environmentId && each.eventType === target.eventType) ?? null

/** @throws ValidationError for an assessment that cannot be called from here */
export async function requireTarget(
  db: Db,
  tree: EnvironmentTree,
  environmentId: string,
  body: ExternalAssessmentBody,
): Promise<TargetAssessment> {
  const target = findTarget(await loadTargets(db, tree, environmentId), body)
  if (!target)
    throw new ValidationError(
      ['body', 'target'],
      'This assessment cannot be called from here: it is private to another root environment, or there is none.',
    )
  return target
}

export function toAssessment(
  pointer: StoredPointer,
  target: TargetAssessment | null,
  { used, usedByActive }: Usage,
): ExternalAssessment {
  const { sample: _sample, ...shown } = target ?? { sample: {} }
  return {
    id: pointer.id,
    environmentId: pointer.environment_id,
    version: pointer.version,
    body: pointer.body,
    target: target === null ? null : (shown as ExternalAssessment['target']),
    used,
    usedByActive,
    updatedBy: pointer.updated_by_name,
    updatedAt: pointer.updated_at.toISOString(),
  }
}

const auditResource = ({ id, name }: StoredPointer) => ({ type: 'ExternalAssessment' as const, id, name })

/**
 * Creates a pointer, inside the caller's transaction. A repeat changes nothing. @throws ValidationError, ConflictError
 */
export async function createPointer(
  trx: Db,
  editor: PointerActionContext,
  id: string,
  body: ExternalAssessmentBody,
): Promise<StoredPointer> {
  const { environmentId, principal, ports, tree } = editor
  await lockPointers(trx, environmentId)
  const others = await loadPointers(trx, environmentId)
  const existing = others.find(each => each.id === id)
  if (existing?.version === 1 && existing.updated_by === principal.id && isSameJson(existing.body, body))
    return existing
  if (existing || (await pointerExists(trx, id)))
    throw new ConflictError('An external assessment with this id already exists.', {
      reason: 'externalAssessments.exists',
    })
  assertNameAvailable(others, body.name, id)
  await requireTarget(trx, tree, environmentId, body)
  if (others.length >= maxPointers)
    throw new ConflictError(`An environment can have at most ${maxPointers} external assessments.`, {
      reason: 'externalAssessments.limit',
      limit: maxPointers,
    })
  const now = ports.clock()
  const pointer: StoredPointer = {
    id,
    environment_id: environmentId,
    name: body.name,
    version: 1,
    body,
    created_at: now,
    updated_by: principal.id,
    updated_by_name: principal.name,
    updated_at: now,
  }
  await savePointer(trx, pointer)
  await auditChange(trx, editor, auditResource(pointer), { operation: 'Create', before: null, after: body })
  return pointer
}

/**
 * Changes a pointer, inside the caller's transaction. A repeat changes nothing. `baseVersion` null: any version.
 * @throws ValidationError, ConflictError, NotFoundError
 */
export async function updatePointer(
  trx: Db,
  editor: PointerActionContext,
  id: string,
  body: ExternalAssessmentBody,
  baseVersion: number | null,
): Promise<StoredPointer> {
  const { environmentId, principal, ports, tree } = editor
  await lockPointers(trx, environmentId)
  const pointer = await requirePointer(trx, environmentId, id)
  const repeated = baseVersion !== null && pointer.version === baseVersion + 1 && pointer.updated_by === principal.id
  if (isSameJson(pointer.body, body) && (baseVersion === null || pointer.version === baseVersion || repeated))
    return pointer
  if (baseVersion !== null && pointer.version !== baseVersion) {
    throw createVersionConflict('The external assessment was changed meanwhile.', {
      version: pointer.version,
      changedBy: pointer.updated_by_name,
      changedAt: pointer.updated_at,
    })
  }
  assertNameAvailable(await loadPointers(trx, environmentId), body.name, id)
  await requireTarget(trx, tree, environmentId, body)
  await lockForChange(trx, 'externalAssessment', environmentId, [pointer.name])
  const { dependents } = await findUsage(trx, tree, environmentId, { kind: 'externalAssessment', name: pointer.name })
  if (pointer.name !== body.name && dependents.length > 0) {
    throw new ConflictError('The name cannot change while rules use it.', {
      reason: 'externalAssessments.locked',
      dependents: dependents.slice(0, 200),
    })
  }
  for (const rule of await loadRules(
    trx,
    dependents.flatMap(each => (each.resource === 'rule' ? [each.id] : [])),
  )) {
    const loop = await findAssessmentLoop(
      trx,
      { environmentId: rule.environment_id, eventType: rule.event_type },
      [rule.body as RuleBody],
      { id, environmentId, body },
    )
    if (loop)
      throw new ValidationError(
        ['body', 'target'],
        `An assessment would call itself: ${loop.map(name => `Assessments.${name}`).join(', then ')}.`,
      )
  }
  const next: StoredPointer = {
    ...pointer,
    name: body.name,
    version: pointer.version + 1,
    body,
    updated_by: principal.id,
    updated_by_name: principal.name,
    updated_at: ports.clock(),
  }
  await savePointer(trx, next)
  await auditChange(trx, editor, auditResource(next), { operation: 'Update', before: pointer.body, after: body })
  return next
}

/** Removes a pointer; false when none exists. @throws ConflictError with its dependents */
export async function removePointer(trx: Db, editor: PointerActionContext, id: string): Promise<boolean> {
  const { environmentId, tree } = editor
  await lockPointers(trx, environmentId)
  const pointer = await findPointer(trx, environmentId, id)
  if (pointer === null) return false
  await lockForChange(trx, 'externalAssessment', environmentId, [pointer.name])
  await assertUnused(trx, tree, environmentId, { kind: 'externalAssessment', name: pointer.name })
  await deletePointer(trx, environmentId, id)
  await auditChange(trx, editor, auditResource(pointer), { operation: 'Delete', before: pointer.body, after: null })
  return true
}

/**
 * Stores sharing and sample response of an assessment, inside the caller's transaction. @throws NotFoundError,
 * ConflictError while another root environment calls it
 */
export async function saveConfiguration(
  trx: Db,
  editor: PointerActionContext,
  eventType: string,
  requested: TargetConfiguration,
): Promise<TargetConfiguration> {
  const { environmentId, tree, ports } = editor
  const row = await requireTenantAssessment(trx, environmentId, eventType)
  const before = configurationOf(row.settings)
  const after: TargetConfiguration = { sharing: requested.sharing, sampleResponse: requested.sampleResponse ?? null }
  if (isTooDeep(after.sampleResponse))
    throw new ValidationError(['sampleResponse'], `This is nested too deeply: at most ${deepestJson} levels.`)
  if (JSON.stringify(after).length > 100_000)
    throw new ValidationError(['sampleResponse'], 'This is too long. Use at most 100,000 characters.')
  if (isSameJson(before, after)) return before
  if (after.sharing === 'private') {
    const others = (await loadPointersTo(trx, { environmentId, eventType })).filter(
      each => rootIdOf(tree, each.environment_id) !== environmentId,
    )
    if (others.length > 0) {
      throw new ConflictError(
        `Other root environments call it: ${others.map(each => `${each.name} (${tree.get(each.environment_id)?.friendlyName ?? ''})`).join(', ')}.`,
        { reason: 'externalAssessments.shared' },
      )
    }
  }
  await mergeSettings(trx, row.id, after, { at: ports.clock(), by: editor.principal.name })
  const assessment = { type: 'Assessment' as const, id: row.id, name: row.friendly_name }
  await auditChange(trx, editor, assessment, { operation: 'Update', before, after })
  return after
}

function assertNameAvailable(others: readonly StoredPointer[], name: string, id: string): void {
  if (others.some(each => each.id !== id && each.name.toLowerCase() === name.toLowerCase()))
    throw new ValidationError(['body', 'name'], `An external assessment named ${name} already exists.`, {
      code: 'name.taken',
    })
}
