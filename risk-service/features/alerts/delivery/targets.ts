import { sql } from 'kysely'
import type { AlertTarget, AlertTargetSettings, AlertTargets } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { namedRows } from '../../../kernel/named-rows.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import type { AlertCall } from '../rules/change-rules.ts'
import { endDeliveries } from './deliver-incidents.ts'
import { secretPlace } from './secret-place.ts'

const alertTargets = namedRows({ one: 'A target', noun: 'target', limit: 10 })

interface TargetRow {
  id: string
  environment_id: string
  kind: AlertTarget['kind']
  name: string
  url: string | null
  address: string | null
  language: AlertTarget['language']
  enabled: boolean
  version: number
  created_at: Date | null
  delivered_at: Date | null
  next_at: Date | null
  failure: string | null
}

/** Returns the targets of the environment by name, without the keys of webhooks. */
export async function listTargets(call: AlertCall): Promise<AlertTargets> {
  return { targets: await loadTargets(call), hasMailServer: call.hasMailServer }
}

async function loadTargets({ db, environmentId }: Pick<AlertCall, 'db' | 'environmentId'>): Promise<AlertTarget[]> {
  const { rows } = await sql<TargetRow>`
    select t.id, t.environment_id, t.kind, t.name, t.url, t.address, t.language, t.enabled, t.version, d.created_at, d.delivered_at, d.next_at, d.failure
    from alert_target t
    left join lateral (select * from alert_delivery where target_id = t.id order by created_at desc limit 1) as d on true
    where t.environment_id = ${environmentId}::uuid order by lower(t.name)`.execute(db)
  return rows.map(row => ({
    id: row.id,
    environmentId: row.environment_id,
    ...settingsOf(row),
    version: row.version,
    latest:
      row.created_at === null
        ? null
        : {
            at: (row.delivered_at ?? row.created_at).toISOString(),
            state: row.delivered_at !== null ? 'delivered' : row.next_at !== null ? 'waiting' : 'failed',
            failure: row.failure,
          },
  }))
}

/**
 * Stores a target, of a webhook with its key encrypted. Repeating the call that created it changes nothing.
 * @param input `baseVersion` null: a new one
 * @throws ValidationError for an address that may not be called, for a webhook at a new address without its secret, and
 *   for email where the installation has no SMTP server
 */
export async function saveTarget(
  call: AlertCall,
  input: { targetId: string; settings: AlertTargetSettings; secret: string | null; baseVersion: number | null },
): Promise<AlertTarget> {
  const { targetId, settings, secret, baseVersion } = input
  const { environmentId, calls, db, ports } = call
  assertReachable(call, settings, secret)
  const sealed = secret === null ? null : await calls.encrypt(secretPlace(targetId), secret)
  return db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`alert targets ${environmentId}`}, 0))`.execute(trx)
    const targets = await loadTargets({ db: trx, environmentId })
    const before = targets.find(({ id }) => id === targetId)
    if (baseVersion !== null) alertTargets.requireVersion(before, baseVersion)
    else if (before !== undefined) {
      if (isSameJson(settingsOf(before), settings) && (await hasSecret(trx, call, targetId, secret))) return before
      throw alertTargets.createIdConflict()
    } else if (await isTaken(trx, targetId)) throw alertTargets.createIdConflict()
    if (before !== undefined && before.kind !== settings.kind)
      throw new ValidationError(['settings', 'kind'], 'A target stays of its kind: add another one.')
    alertTargets.assertPlace(settings.name, targets, before)
    // Whoever may not know the key must not have it used for an address of their own.
    if (settings.kind === 'webhook' && secret === null && before?.url !== settings.url)
      throw new ValidationError(['secret'], 'Enter the secret of the new address.')
    const row = { ...settings, updated_at: ports.clock(), version: (before?.version ?? 0) + 1 }
    await (before === undefined
      ? trx
          .insertInto('alert_target')
          .values({ ...row, id: targetId, environment_id: environmentId, secret: sealed })
          .execute()
      : trx
          .updateTable('alert_target')
          .set({ ...row, ...(sealed === null ? {} : { secret: sealed }) })
          .where('id', '=', targetId)
          .execute())
    if (before?.enabled === true && !settings.enabled) await endDeliveries(trx, targetId)
    await auditTarget(trx, call, { id: targetId, name: settings.name }, before ?? null, settings, {
      secretChanged: before !== undefined && secret !== null,
    })
    return alertTargets.require((await loadTargets({ db: trx, environmentId })).find(({ id }) => id === targetId))
  })
}

/** Removes a target with its deliveries. */
export async function removeTarget(
  call: AlertCall,
  { targetId, baseVersion }: { targetId: string; baseVersion: number },
): Promise<{ removed: boolean }> {
  return call.db.transaction().execute(async trx => {
    const targets = await loadTargets({ db: trx, environmentId: call.environmentId })
    const found = alertTargets.requireVersion(
      targets.find(({ id }) => id === targetId),
      baseVersion,
    )
    await trx.deleteFrom('alert_target').where('id', '=', targetId).execute()
    await auditTarget(trx, call, found, found, null)
    return { removed: true }
  })
}

const settingsOf = ({ kind, name, url, address, language, enabled }: AlertTargetSettings): AlertTargetSettings => ({
  kind,
  name,
  url,
  address,
  language,
  enabled,
})

function assertReachable(
  { calls, hasMailServer }: AlertCall,
  { kind, url, enabled }: AlertTargetSettings,
  secret: string | null,
): void {
  if (kind === 'email') {
    // One that is off can be renamed all the same.
    if (enabled && !hasMailServer)
      throw new ValidationError(['settings', 'kind'], 'This installation has no SMTP server.')
    if (secret !== null) throw new ValidationError(['secret'], 'Email has no secret.')
    return
  }
  const issue = url === null ? null : calls.addressIssue(url)
  if (issue !== null) throw new ValidationError(['settings', 'url'], issue)
}

/** Whether a secret is the one that is stored for a target; a key that cannot be read is not. */
async function hasSecret(trx: Db, { calls }: AlertCall, id: string, secret: string | null): Promise<boolean> {
  const stored = await trx.selectFrom('alert_target').select('secret').where('id', '=', id).executeTakeFirstOrThrow()
  if (stored.secret === null) return secret === null
  try {
    return (await calls.decrypt(secretPlace(id), stored.secret)) === secret
  } catch {
    return false
  }
}

async function isTaken(trx: Db, id: string): Promise<boolean> {
  return (await trx.selectFrom('alert_target').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

const auditTarget = (
  trx: Db,
  { ports, principal, actorRoles, correlationId, environmentId }: AlertCall,
  { id, name }: Pick<AlertTarget, 'id' | 'name'>,
  before: AlertTargetSettings | null,
  after: AlertTargetSettings | null,
  /** The key itself is never written; that it is another one is. */
  { secretChanged }: { secretChanged: boolean } = { secretChanged: false },
): Promise<void> =>
  auditChange(
    trx,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'AlertTarget', id, name },
    {
      operation: before === null ? 'Create' : after === null ? 'Delete' : 'Update',
      before: before && settingsOf(before),
      after: after && { ...settingsOf(after), ...(secretChanged ? { secretChanged } : {}) },
    },
  )
