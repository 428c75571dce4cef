import type { ExternalCallBody } from '../../contract/external-calls/external-call-inputs.ts'
import type { ExternalCall } from '../../contract/external-calls/external-calls.ts'
import type { Dependent } from '../../contract/index.ts'
import { secretPlace, secretsOf, withoutSecrets } from '../../engine/calls/call-definition.ts'
import { auditChange } from '../../kernel/audit.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'
import type { CallActionContext } from '../outgoing-calls/shared-handlers.ts'
import { findUsage, type Usage } from '../usage/call-usage.ts'
import { assertUnused } from '../usage/dependents.ts'
import { lockForChange } from '../usage/reference-locks.ts'
import { callExists, deleteCall, findCall, loadCalls, lockCalls, type StoredExternalCall, saveCall } from './store.ts'
import { assertStoredSecrets, assertValidCall, findMissingSecrets } from './validate-call.ts'

/** Maximum of calls in one environment. */
const maxCalls = 200

/** @throws NotFoundError */
export async function requireCall(db: Db, environmentId: string, callId: string): Promise<StoredExternalCall> {
  const call = await findCall(db, environmentId, callId)
  if (!call) throw new NotFoundError('There is no such external call in this environment.')
  return call
}

export function toCall(
  call: StoredExternalCall,
  { used, usedByActive }: Usage,
  suspendedUntil: Date | null,
): ExternalCall {
  return {
    id: call.id,
    environmentId: call.environment_id,
    version: call.version,
    body: call.body,
    used,
    usedByActive,
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    updatedBy: call.updated_by_name,
    updatedAt: call.updated_at.toISOString(),
  }
}

const hasNewSecret = (body: ExternalCallBody): boolean => secretsOf(body).some(({ secret }) => 'value' in secret)

/**
 * Creates a call, inside the caller's transaction. A repeat changes nothing. `lacking`: missing kept secrets are
 * allowed, and entered later. @throws ValidationError, ConflictError
 */
export async function createCall(
  trx: Db,
  editor: CallActionContext,
  callId: string,
  body: ExternalCallBody,
  { lacking = false } = {},
): Promise<StoredExternalCall> {
  const { environmentId, principal, ports, calls } = editor
  assertValidCall(body, calls.addressIssue)
  await lockCalls(trx, environmentId)
  const others = await loadCalls(trx, environmentId)
  const existing = others.find(({ id }) => id === callId)
  // The answer to an earlier request was lost.
  if (
    existing?.version === 1 &&
    existing.updated_by === principal.id &&
    isSameJson(existing.body, withoutSecrets(body))
  )
    return existing
  if (existing || (await callExists(trx, callId)))
    throw new ConflictError('An external call with this id already exists.', { reason: 'externalCalls.exists' })
  assertNameAvailable(others, body.name, callId)
  if (!lacking) assertStoredSecrets(body, null)
  if (others.length >= maxCalls)
    throw new ConflictError(`An environment can have at most ${maxCalls} external calls.`, {
      reason: 'externalCalls.limit',
      limit: maxCalls,
    })
  const now = ports.clock()
  const call: StoredExternalCall = {
    id: callId,
    environment_id: environmentId,
    name: body.name,
    version: 1,
    body: withoutSecrets(body),
    secrets: await encryptSecrets(editor, callId, body, {}),
    created_at: now,
    updated_by: principal.id,
    updated_by_name: principal.name,
    updated_at: now,
  }
  await saveCall(trx, call)
  await auditChange(trx, editor, auditResource(call), {
    operation: 'Create',
    before: null,
    after: auditSnapshot(body, null),
  })
  return call
}

/**
 * Changes a call, inside the caller's transaction. A repeat changes nothing. `baseVersion` null: any version;
 * `lacking`: as above; `usersLater`: the caller itself runs `assertCallUnused` for a changed signature. @throws
 * ValidationError, ConflictError, NotFoundError
 */
export async function updateCall(
  trx: Db,
  editor: CallActionContext,
  callId: string,
  body: ExternalCallBody,
  baseVersion: number | null,
  { lacking = false, usersLater = false } = {},
): Promise<StoredExternalCall> {
  const { environmentId, principal, ports, calls } = editor
  assertValidCall(body, calls.addressIssue)
  await lockCalls(trx, environmentId)
  const call = await requireCall(trx, environmentId, callId)
  const unchanged = isSameJson(call.body, withoutSecrets(body))
  const repeated = baseVersion !== null && call.version === baseVersion + 1 && call.updated_by === principal.id
  if (unchanged && (repeated || ((baseVersion === null || call.version === baseVersion) && !hasNewSecret(body))))
    return call
  if (baseVersion !== null && call.version !== baseVersion) {
    throw createVersionConflict('The external call was changed meanwhile.', {
      version: call.version,
      changedBy: call.updated_by_name,
      changedAt: call.updated_at,
    })
  }
  assertNameAvailable(await loadCalls(trx, environmentId), body.name, callId)
  if (!lacking) assertStoredSecrets(body, call)
  const left = new Set(findMissingSecrets(body, call).map(({ place }) => place))
  if (!usersLater && !hasSameSignature(call.body, body)) await assertCallUnused(trx, editor, call.name)
  const next: StoredExternalCall = {
    ...call,
    name: body.name,
    version: call.version + 1,
    body: withoutSecrets(body),
    secrets: await encryptSecrets(
      editor,
      callId,
      body,
      Object.fromEntries(Object.entries(call.secrets).filter(([place]) => !left.has(place))),
    ),
    updated_by: principal.id,
    updated_by_name: principal.name,
    updated_at: ports.clock(),
  }
  await saveCall(trx, next)
  await auditChange(trx, editor, auditResource(next), {
    operation: 'Update',
    before: auditSnapshot(call.body, null),
    after: auditSnapshot(body, call.body),
  })
  return next
}

/** Whether texts that call one of the two can call the other unchanged. */
export const hasSameSignature = (one: ExternalCallBody, other: ExternalCallBody): boolean =>
  one.name === other.name &&
  isSameJson(
    one.parameters.map(({ name }) => name),
    other.parameters.map(({ name }) => name),
  )

/**
 * Checks the dependents of a call before its signature changes. @throws ConflictError with them, except those that were
 * written for the new signature
 */
export async function assertCallUnused(
  trx: Db,
  { environmentId, tree }: Pick<CallActionContext, 'environmentId' | 'tree'>,
  name: string,
  isFit: (user: Dependent) => boolean = () => false,
): Promise<void> {
  await lockForChange(trx, 'externalCall', environmentId, [name])
  const users = (await findUsage(trx, tree, environmentId, { kind: 'externalCall', name })).dependents.filter(
    user => !isFit(user),
  )
  if (users.length > 0)
    throw new ConflictError(
      `Name and parameters of ${name} cannot change while others use it: ${[...new Set(users.map(user => user.name))].slice(0, 5).join(', ')}.`,
      { reason: 'externalCalls.locked', dependents: users.slice(0, 200) },
    )
}

/** Removes a call; false when none exists. @throws ConflictError with its dependents */
export async function removeCall(trx: Db, editor: CallActionContext, callId: string): Promise<boolean> {
  const { environmentId, tree } = editor
  await lockCalls(trx, environmentId)
  const call = await findCall(trx, environmentId, callId)
  if (call === null) return false
  await lockForChange(trx, 'externalCall', environmentId, [call.name])
  await assertUnused(trx, tree, environmentId, { kind: 'externalCall', name: call.name })
  await deleteCall(trx, environmentId, callId)
  await auditChange(trx, editor, auditResource(call), {
    operation: 'Delete',
    before: auditSnapshot(call.body, null),
    after: null,
  })
  return true
}

function assertNameAvailable(others: readonly StoredExternalCall[], name: string, callId: string): void {
  if (others.some(each => each.id !== callId && each.name.toLowerCase() === name.toLowerCase()))
    throw new ValidationError(['body', 'name'], `An external call named ${name} already exists.`, {
      code: 'name.taken',
    })
}

/** Returns the secrets of a definition as they are stored: new ones encrypted, kept ones unchanged, and no others. */
async function encryptSecrets(
  { calls, environmentId }: CallActionContext,
  callId: string,
  body: ExternalCallBody,
  before: Record<string, string>,
): Promise<Record<string, string>> {
  const secrets = await Promise.all(
    secretsOf(body).map(async ({ place, secret }): Promise<[string, string] | null> => {
      if ('reference' in secret) return null
      const encrypted =
        'value' in secret ? await calls.encrypt(secretPlace(environmentId, callId, place), secret.value) : before[place]
      return encrypted === undefined ? null : [place, encrypted]
    }),
  )
  return Object.fromEntries(secrets.filter(each => each !== null))
}

const auditResource = ({ id, name }: StoredExternalCall) => ({ type: 'ExternalCall' as const, id, name })
/** Returns a definition for the audit log: for secrets only whether they were changed. */
function auditSnapshot(body: ExternalCallBody, before: ExternalCallBody | null): Record<string, unknown> {
  const changed = secretsOf(body)
    .filter(({ secret }) => 'value' in secret)
    .map(({ place }) => place)
  return {
    ...withoutSecrets(body),
    ...(changed.length > 0
      ? { secrets: Object.fromEntries(changed.map(place => [place, before === null ? 'set' : 'changed'])) }
      : {}),
  }
}
