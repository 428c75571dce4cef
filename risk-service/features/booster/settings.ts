import {
  type BoosterChild,
  type BoosterSettings,
  type BoosterSharing,
  boosterInForce,
  boosterTermsVersion,
  changesBooster,
} from '../../contract/index.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { ancestorsOf, type EnvironmentTree, scopeOf } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import type { Db } from '../../ports/database.ts'
import { type BoosterRow, loadRows, lockSettings, writeRow } from './store.ts'

/** The part of a call's context that the settings use. */
export type BoosterCall = Pick<
  EnvironmentCallContext,
  'db' | 'ports' | 'principal' | 'actorRoles' | 'tree' | 'correlationId' | 'boosterParticipants' | 'engine'
>

/** What is in force in an environment where nobody has ever set anything. */
const unset = boosterInForce({ level: 'off', holdOut: 0 })

/** The settings in force in one environment: its own row, or the nearest one above. */
interface InForce {
  /** 0 without a row of its own. */
  version: number
  row: BoosterRow | null
}

/** The stored settings of an environment, of those above it and of those below it. */
interface Family {
  /** Below the environment, without itself. */
  descendants: string[]
  inForce: (environmentId: string) => InForce
}

/** Returns the settings of an environment with those of all environments below it. */
export async function loadSettings(
  { db, tree, boosterParticipants }: BoosterCall,
  environmentId: string,
): Promise<BoosterSettings> {
  const { descendants, inForce } = await loadFamily(db, tree, environmentId)
  return {
    ...settingsOf(inForce(environmentId)),
    available: isProduction(tree, environmentId),
    participants: boosterParticipants.map(({ name }) => name),
    children: descendants
      .map(
        (id): BoosterChild => ({
          environmentId: id,
          name: tree.get(id)?.friendlyName ?? '',
          ...settingsOf(inForce(id)),
        }),
      )
      .sort((one, other) => one.name.localeCompare(other.name) || one.environmentId.localeCompare(other.environmentId)),
  }
}

/** Returns the settings in force in an environment, with the key that decides what is held out; null: nothing is set. */
export async function loadInForce(
  { db, tree }: Pick<BoosterCall, 'db' | 'tree'>,
  environmentId: string,
): Promise<BoosterRow | null> {
  if (!isProduction(tree, environmentId)) return null
  const { inForce } = await loadFamily(db, tree, environmentId)
  return inForce(environmentId).row
}

export interface SettingsChange extends BoosterSharing {
  environmentId: string
  baseVersion: number
  terms: string | null
  children: readonly { environmentId: string; version: number }[]
}

/**
 * Changes the settings of an environment and of all below it that have others. A request with the settings in force
 * changes nothing, so that a repeat after a lost answer is harmless.
 * @throws ConflictError in a sandbox; ValidationError without the consent to the current terms; ConflictError
 * `version.conflict` where the caller has seen other settings, or other environments that change
 */
export async function saveSettings(call: BoosterCall, change: SettingsChange): Promise<BoosterSettings> {
  const { environmentId, level, holdOut, terms } = change
  const { db, ports, principal, tree } = call
  if (!isProduction(tree, environmentId))
    throw new ConflictError('Only production environments share anything with banks.', { reason: 'booster.sandbox' })
  if (level !== 'off' && terms !== boosterTermsVersion)
    throw new ValidationError(['terms'], 'Agree to the current terms of sharing.')
  await db.transaction().execute(async trx => {
    await lockSettings(trx, principal.tenantId)
    const family = await loadFamily(trx, tree, environmentId)
    const next = boosterInForce({ level, holdOut, terms })
    const before = family.inForce(environmentId)
    const isChanged = (id: string): boolean => changesBooster(storedOf(family.inForce(id).row), next)
    const changing = family.descendants.filter(isChanged)
    const written = isChanged(environmentId) ? [environmentId, ...changing] : changing
    if (written.length === 0) return
    if (before.version !== change.baseVersion) throw conflictWith(before)
    assertShown(change, changing, family)
    const origin = { origin_id: environmentId, origin_name: tree.get(environmentId)?.friendlyName ?? '' }
    for (const id of written) {
      const { version, row } = family.inForce(id)
      const after: BoosterRow = {
        environment_id: id,
        version: version + 1,
        level: next.level,
        hold_out: next.holdOut,
        hold_out_key: row?.hold_out_key ?? ports.newId(),
        terms: next.terms,
        changed_at: ports.clock(),
        changed_by: principal.id,
        changed_by_name: principal.name,
        ...origin,
      }
      await writeRow(trx, after)
      await recordChange(trx, call, { row, after })
    }
  })
  // Answers name the held-out share from now on.
  await call.engine.reloadRules(environmentId)
  return loadSettings(call, environmentId)
}

/** One entry of the activity log for each environment that changes. */
function recordChange(
  trx: Db,
  { ports, principal, actorRoles, correlationId, tree }: BoosterCall,
  { row, after }: { row: BoosterRow | null; after: BoosterRow },
): Promise<void> {
  const { environment_id: environmentId, origin_name: origin } = after
  return auditChange(
    trx,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'TransactionAcceptanceBooster', id: environmentId, name: tree.get(environmentId)?.friendlyName ?? '' },
    {
      operation: 'Update',
      before: storedOf(row),
      after: { ...storedOf(after), origin },
    },
  )
}

/** @throws ConflictError unless the caller was shown exactly the environments that change, as they are */
function assertShown({ children }: SettingsChange, changing: readonly string[], { inForce }: Family): void {
  const shown = new Map(children.map(({ environmentId, version }) => [environmentId, version]))
  const other = [
    ...changing.filter(id => shown.get(id) !== inForce(id).version),
    ...[...shown.keys()].filter(id => !changing.includes(id)),
  ][0]
  if (other !== undefined) throw conflictWith(inForce(other))
}

const conflictWith = ({ version, row }: InForce): ConflictError =>
  createVersionConflict('Somebody else changed these settings meanwhile.', {
    version,
    changedBy: row?.changed_by_name,
    changedAt: row?.changed_at,
  })

async function loadFamily(db: Db, tree: EnvironmentTree, environmentId: string): Promise<Family> {
  const descendants = scopeOf(tree, environmentId).filter(id => id !== environmentId)
  const above = ancestorsOf(tree, environmentId).map(({ id }) => id)
  const rows = await loadRows(db, [...above, environmentId, ...descendants])
  return {
    descendants,
    inForce(id) {
      const own = rows.get(id)
      const nearest = ancestorsOf(tree, id).findLast(each => rows.has(each.id))
      return { version: own?.version ?? 0, row: own ?? (nearest && rows.get(nearest.id)) ?? null }
    },
  }
}

const isProduction = (tree: EnvironmentTree, environmentId: string): boolean =>
  tree.get(environmentId)?.kind === 'production'

const storedOf = (row: BoosterRow | null) =>
  row === null ? unset : { level: row.level, holdOut: row.hold_out, terms: row.terms }

const settingsOf = ({ version, row }: InForce): Omit<BoosterChild, 'environmentId' | 'name'> => ({
  version,
  level: row?.level ?? unset.level,
  holdOut: row?.hold_out ?? unset.holdOut,
  changed:
    row === null
      ? null
      : {
          at: row.changed_at.toISOString(),
          by: row.changed_by_name,
          terms: row.terms,
          origin: { environmentId: row.origin_id, name: row.origin_name },
        },
})
