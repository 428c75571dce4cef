import { sql } from 'kysely'
import { attackLimits } from '../../contract/index.ts'
import { auditChange } from '../../kernel/audit.ts'
import { writeRowsInParts } from '../../kernel/flat-rows.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { zip } from '../lists/archives/zip.ts'
import { loadFallen, readAttack } from './reads/read-attacks.ts'
import type { AttackCall } from './store/attack-call.ts'
import { attemptsOf } from './store/attack-store.ts'

interface EvidenceRow {
  environment_id: string
  event_type: string
  external_id: string
  at: Date
  outcome: string
  detail: string | null
  decision: string
  reason: string
  risk_score: number
  user_id: string | null
  email: string | null
  device_id: string | null
  ip: string | null
  ip_country: string | null
  bin: string | null
  last_four: string | null
  amount_usd: string | number | null
}

/**
 * Writes what is known of an attack as a ZIP archive: the attack with its fingerprint, course, checklist and
 * containments (JSON), its attempts and the accounts that fell (CSV). Values are masked as the page masks them, and the
 * download is recorded in the audit log.
 */
export async function exportEvidence(call: AttackCall, attackId: string, signal?: AbortSignal): Promise<File> {
  const { db, ports, principal, actorRoles, correlationId, environmentId, masking } = call
  const now = ports.clock()
  const attack = await readAttack(call, attackId, signal)
  const fallen = await loadFallen(db, { id: attackId }, attackLimits.attempts, signal)
  const { rows } = await sql<EvidenceRow>`
    select e.environment_id, e.event_type, e.external_id, m.at, m.outcome, m.detail, e.decision, e.reason, e.risk_score, e.user_id, e.email,
      e.device_id, e.ip, e.ip_country, e.bin, e.last_four, e.amount_usd
    from ${attemptsOf(attackId)} order by m.at, e.external_id limit ${attackLimits.attempts}`.execute(
    db,
    cancellable(signal),
  )
  await auditChange(
    db,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'Attack', id: attackId, name: attack.kind },
    { operation: 'Export', before: null, after: { attempts: rows.length, accounts: fallen.length } },
  )
  const attempts = rows.map(row => ({
    environmentId: row.environment_id,
    eventType: row.event_type,
    externalId: row.external_id,
    at: row.at.toISOString(),
    outcome: row.outcome,
    detail: row.detail,
    decision: row.decision,
    reason: row.reason,
    riskScore: row.risk_score,
    userId: row.user_id,
    email: row.email,
    deviceId: row.device_id,
    ip: row.ip,
    ipCountry: row.ip_country,
    bin: row.bin,
    lastFour: row.last_four,
    amountUsd: row.amount_usd === null ? null : Number(row.amount_usd) / 100,
  }))
  const text = new TextEncoder()
  const { fallenAccounts: _listed, ...summary } = attack
  // Masked as the page is: a file is not looked into afterwards.
  const archive = await zip([
    { name: 'attack.json', bytes: text.encode(JSON.stringify(masking.apply(summary), null, 2)), at: now },
    {
      name: 'attempts.csv',
      bytes: text.encode(await writeRowsInParts(attempts, part => masking.apply(part))),
      at: now,
    },
    { name: 'accounts.csv', bytes: text.encode(await writeRowsInParts(fallen, part => masking.apply(part))), at: now },
  ])
  return new File([archive as BlobPart], `attack-${attack.startedAt.slice(0, 10)}-${attack.kind}.zip`, {
    type: 'application/zip',
  })
}
