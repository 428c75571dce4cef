import { addDays, createYieldPoint, logLimits, startOfDay } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { Masking } from '../../../kernel/personal-data/masking.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import { withDeadline } from '../search/export-deadline.ts'
import { type LogScope, logScopeOf } from '../search/log-filter.ts'
import { maskSecrets } from '../search/mask-secrets.ts'
import { maskValues } from '../search/mask-values.ts'
import { contentOf, type HashedEntry, headOf } from './chain-store.ts'
import { firstHash } from './entry-hashes.ts'
import { collectProofLines, type ProofLine } from './proof-file.ts'
import { linkRange, readHeads, readLinks, type StoredHead, type StoredLink } from './proof-store.ts'

/** Links that are read at a time. */
const pageSize = 500

const isVisible = ({ environmentIds, withTenant }: LogScope, environmentId: string | null): boolean =>
  environmentId === null ? withTenant : environmentIds.includes(environmentId)

/** Whether the reader may see the content of an entry as it was written: a masked one would not have its hash. */
function isShown(entry: HashedEntry, masking: Masking): boolean {
  const content = contentOf(entry)
  const shown = maskValues(content, { type: entry.resourceType, id: entry.resourceId }, masking)
  return isSameJson(masking.apply(maskSecrets(shown)), content)
}

const withheldLine = ({ seq, entryHash, hash }: Pick<StoredLink, 'seq' | 'entryHash' | 'hash'>): ProofLine => ({
  kind: 'withheld',
  seq,
  entryHash,
  hash,
})

function lineOf(
  { seq, entryId, salt, contentHash, entryHash, hash, entry }: StoredLink,
  { scope, masking }: { scope: LogScope; masking: Masking },
): ProofLine {
  if (entry === null) return { kind: 'missing', seq, entryId, entryHash, hash }
  if (!isVisible(scope, entry.environmentId)) return withheldLine({ seq, entryHash, hash })
  const head = { ...headOf(entry), actorRoles: [...entry.actorRoles] }
  if (entry.erasedAt !== null || salt === null)
    return { kind: 'erased', seq, head, erasedAt: entry.erasedAt ?? '', contentHash, hash }
  return isShown(entry, masking)
    ? { kind: 'entry', seq, head, content: contentOf(entry), salt, hash }
    : { kind: 'masked', seq, head, contentHash, hash }
}

/**
 * Returns the last link of a file: entries of a day may be signed with later ones, and the hashes of those up to the
 * signed head are then part of it, as far as there is room.
 */
function lastSigned({ first, last }: { first: number; last: number }, heads: readonly StoredHead[]): number {
  const head = first > last ? undefined : heads.find(({ seq }) => seq >= last)
  return head === undefined || head.seq - first >= logLimits.proof ? last : head.seq
}

interface ProofInput {
  environmentId: string
  dates: { from: string; to: string }
  timeZone: string
}

/**
 * Writes the log of some days as a file that proves itself: every link of the tenant in its order, with the entries that
 * the caller may see, and the signed heads. Entries of the last second may not be linked yet.
 * @throws ConflictError `export.tooLarge` for more entries or bytes than a file has, `export.timeout` after two minutes
 */
export function exportProof(call: EnvironmentCallContext, input: ProofInput, signal?: AbortSignal): Promise<File> {
  return withDeadline(signal, either => writeProof(call, input, either))
}

async function writeProof(
  call: EnvironmentCallContext,
  { environmentId, dates, timeZone }: ProofInput,
  signal: AbortSignal,
): Promise<File> {
  const { db, ports, principal, actorRoles, correlationId, tree, masking } = call
  const { tenantId } = principal
  const scope = logScopeOf(call, environmentId)
  const now = ports.clock()
  const to = new Date(startOfDay(addDays(dates.to, 1), timeZone))
  const isOver = to <= now
  // The heads first: what they end with is among the links, which may become more in between.
  const signed = await readHeads(db, tenantId, dates.from)
  const { first, last, follows } = await linkRange(db, tenantId, {
    from: new Date(startOfDay(dates.from, timeZone)),
    to,
    isOver,
  })
  if (last - first >= logLimits.proof)
    throw new ConflictError(`These days have more than the ${logLimits.proof} entries that a file has.`, {
      reason: 'export.tooLarge',
      limit: logLimits.proof,
    })
  const { parts, add } = collectProofLines(logLimits.proofBytes)
  add({
    kind: 'start',
    format: 'assay-activity-log/1',
    tenantId,
    seq: first,
    follows: follows ?? (await firstHash(tenantId)),
    exportedAt: now.toISOString(),
  })
  const heads = signed.filter(({ seq }) => seq >= first)
  const end = isOver ? lastSigned({ first, last }, heads) : last
  let reached = first - 1
  const pause = createYieldPoint()
  for (let after = reached; after < end; ) {
    const links = await readLinks(db, tenantId, { after, last: end, limit: pageSize }, signal)
    for (const link of links) {
      add(link.seq > last ? withheldLine(link) : lineOf(link, { scope, masking }))
      for (const { seq, signature, publicKey } of heads)
        if (seq === link.seq) add({ kind: 'signed', seq, signature, publicKey })
      reached = link.seq
      await pause()
      signal.throwIfAborted()
    }
    after = links.at(-1)?.seq ?? end
  }
  // A head of more than the links of the file, or than the log has, shows that its end was cut off.
  for (const { seq, signature, publicKey } of heads)
    if (seq > reached && (seq <= end || !isOver)) add({ kind: 'signed', seq, signature, publicKey })
  await auditChange(
    db,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'ActivityLog', id: environmentId, name: tree.get(environmentId)?.friendlyName ?? '' },
    { operation: 'Export', before: null, after: { dates, timeZone, proof: true, first, last } },
  )
  return new File(parts, `activity-log-${dates.from}-${dates.to}.ndjson`, { type: 'application/x-ndjson' })
}
