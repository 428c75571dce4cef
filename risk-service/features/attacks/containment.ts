import { type Selectable, sql } from 'kysely'
import type { ContainmentPreview, ContainmentSettings } from '../../contract/index.ts'
import { keysOf, keyText } from '../../engine/attacks/attempt-keys.ts'
import type { AttackKey } from '../../engine/attacks/types.ts'
import { auditChange } from '../../kernel/audit.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import type { AttackContainmentTable } from '../../ports/tables/review/attacks.ts'
import type { AttackCall } from './store/attack-call.ts'
import { attemptsOf, type StoredAttack } from './store/attack-store.ts'
import { endContainment, findContainment, insertContainment } from './store/containments.ts'
import { requireAttack } from './store/require-attack.ts'

const hourMs = 3_600_000
const previewMs = 24 * hourMs
/** Events of the last day that a preview reads; of more, it says that there are at least so many. */
const previewedEvents = 100_000

type KeyTypes = ContainmentSettings['keyTypes']

/**
 * Returns how many attempts of an attack have the chosen keys, and how many events of others had them in the last
 * 24 hours: what a containment would have stopped.
 */
export async function previewContainment(
  call: AttackCall,
  { attackId, keyTypes }: { attackId: string; keyTypes: KeyTypes },
  signal?: AbortSignal,
): Promise<ContainmentPreview> {
  const { db, environmentId, ports } = call
  const attack = await requireAttack(db, { environmentId, attackId })
  const keys = chosenKeys(attack, keyTypes)
  const texts = new Set(keys.map(keyText))
  const { rows: own } = await sql<{ device: string | null; ip: string | null; attempts: number }>`
    select e.device_id as device, e.ip, count(*)::int as attempts from ${attemptsOf(attackId)} group by 1, 2`.execute(
    db,
    cancellable(signal),
  )
  const matching = own.filter(row => keysOf(row).some(key => texts.has(keyText(key))))
  return {
    attempts: attack.attempts,
    stopped: matching.reduce((sum, { attempts }) => sum + attempts, 0),
    others: await countOthers(call, attack, keys, new Date(ports.clock().getTime() - previewMs), signal),
  }
}

/** Counts the events of nobody known to the attack that have one of its keys, by the index of entities. */
async function countOthers(
  { db }: AttackCall,
  attack: StoredAttack,
  keys: readonly AttackKey[],
  from: Date,
  signal?: AbortSignal,
): Promise<number> {
  const addresses = keys.flatMap(({ type, value }) =>
    type === 'ip' ? [value] : type === 'network' ? addressesOf(value) : [],
  )
  const devices = keys.flatMap(({ type, value }) => (type === 'device' ? [value] : []))
  const networks = keys.flatMap(({ type, value }) => (type === 'network' && value.includes(':') ? [value] : []))
  const branches = [
    ...(devices.length > 0 ? [sql`x.entity_type = 'device' and x.entity_value = any(${devices}::text[])`] : []),
    ...(addresses.length > 0 ? [sql`x.entity_type = 'ip' and x.entity_value = any(${addresses}::text[])`] : []),
    // An address of version 6 is written in many ways: the database compares it with the network.
    ...networks.map(
      network => sql`x.entity_type = 'ip' and x.entity_value like ${`${network.slice(0, network.indexOf(':'))}:%`}
        and inet_or_null(x.entity_value) <<= ${network}::cidr`,
    ),
  ]
  const found = branches.map(
    condition => sql`select x.event_id from event_entity x
      where x.environment_id = ${attack.environment_id}::uuid and x.at >= ${from}::timestamptz and x.event_type = ${attack.event_type}
        and ${condition}
        and not exists (select 1 from attack_attempt m where m.environment_id = x.environment_id and m.event_id = x.event_id
          and m.attack_id = ${attack.id}::uuid)`,
  )
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from (select event_id from (${sql.join(found, sql` union `)}) as f limit ${previewedEvents}) as o`.execute(
    db,
    cancellable(signal),
  )
  return rows[0]?.others ?? 0
}

/** Returns the addresses of a network of version 4; one of version 6 has too many. */
function addressesOf(network: string): string[] {
  if (network.includes(':')) return []
  const head = network.slice(0, network.lastIndexOf('.'))
  return Array.from({ length: 256 }, (_, last) => `${head}.${last}`)
}

function chosenKeys({ keys }: Pick<StoredAttack, 'keys'>, keyTypes: KeyTypes): AttackKey[] {
  const chosen = keys.filter(({ type }) => keyTypes.includes(type))
  if (chosen.length === 0) throw new ValidationError(['keyTypes'], 'The attack has no key of these kinds.')
  return chosen
}

/**
 * Has events with keys of an attack challenged or rejected for some hours, in place of what was contained before. The
 * step of the checklist is ticked with it. A repeat under the same id changes nothing, so that a containment that was
 * taken back stays so.
 * @throws ConflictError where the id is that of another containment
 * @throws ValidationError for kinds of keys that the attack does not have
 */
export async function containAttack(
  call: AttackCall,
  { attackId, containmentId, settings }: { attackId: string; containmentId: string; settings: ContainmentSettings },
): Promise<void> {
  const { db, ports, principal, environmentId, engine } = call
  const now = ports.clock()
  await db.transaction().execute(async trx => {
    const attack = await requireAttack(trx, { environmentId, attackId })
    chosenKeys(attack, settings.keyTypes)
    // One at a time: two requests with the same id come to different results otherwise.
    await trx.selectFrom('attack').select('id').where('id', '=', attackId).forUpdate().execute()
    const same = await findContainment(trx, containmentId)
    if (same !== undefined) {
      if (same.attack_id === attackId && isSameJson(settingsOf(same), settings)) return
      throw new ConflictError('A containment with this id exists.', { reason: 'resource.exists' })
    }
    const before = await endContainment(trx, attackId, principal.name, now)
    const until = new Date(now.getTime() + settings.hours * hourMs)
    await insertContainment(trx, {
      id: containmentId,
      attack_id: attackId,
      environment_id: environmentId,
      action: settings.action,
      key_types: [...settings.keyTypes],
      until,
      note: settings.note,
      created_by: principal.id,
      created_by_name: principal.name,
      created_at: now,
    })
    await trx
      .insertInto('attack_step')
      .values({
        attack_id: attackId,
        environment_id: environmentId,
        step: 'contain',
        done_by: principal.id,
        done_by_name: principal.name,
        done_at: now,
      })
      .onConflict(conflict => conflict.columns(['attack_id', 'step']).doNothing())
      .execute()
    await audit(trx, call, attack, {
      operation: 'Activate',
      before,
      after: { ...settings, until: until.toISOString() },
    })
  })
  await engine.reloadRules(environmentId)
}

/** Returns the settings with which a stored containment began. */
const settingsOf = (row: Selectable<AttackContainmentTable>): ContainmentSettings => ({
  action: row.action as ContainmentSettings['action'],
  keyTypes: row.key_types as ContainmentSettings['keyTypes'],
  hours: (row.until.getTime() - row.created_at.getTime()) / hourMs,
  note: row.note,
})

/** Ends the containment of an attack at once; where nothing is contained, nothing changes. */
export async function releaseAttack(call: AttackCall, attackId: string): Promise<void> {
  const { db, ports, principal, environmentId, engine } = call
  await db.transaction().execute(async trx => {
    const attack = await requireAttack(trx, { environmentId, attackId })
    const before = await endContainment(trx, attackId, principal.name, ports.clock())
    if (before !== null) await audit(trx, call, attack, { operation: 'Deactivate', before, after: null })
  })
  await engine.reloadRules(environmentId)
}

const audit = (
  trx: AttackCall['db'],
  { ports, principal, actorRoles, correlationId, environmentId }: AttackCall,
  { id, kind }: StoredAttack,
  change: { operation: 'Activate' | 'Deactivate'; before: unknown; after: unknown },
): Promise<void> =>
  auditChange(
    trx,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'Attack', id, name: kind },
    change,
  )
