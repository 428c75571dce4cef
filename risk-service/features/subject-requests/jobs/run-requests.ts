import { type SubjectRequestFailure, subjectLimits } from '../../../contract/index.ts'
import { recordAudit, serviceActor } from '../../../kernel/audit.ts'
import { pathOf } from '../../../kernel/environments/environment-tree.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { notify } from '../../notifications/notify.ts'
import { type ReceiptSigner, signReceipt } from '../receipts/receipt.ts'
import { removeParts } from '../requests/export-parts.ts'
import { linesOf } from '../requests/plan-request.ts'
import {
  claimRequest,
  deleteWork,
  findRequest,
  forgetAttempt,
  isListedMissing,
  lockPending,
  removeExpired,
  type StoredRequest,
} from '../requests/store.ts'
import { deleteSubject } from './delete-subject.ts'
import { NotYetError, RequestFailedError } from './request-errors.ts'
import { loadPlace, type RequestPlace } from './request-place.ts'
import { writeExport } from './write-export.ts'

export interface SubjectJob {
  ports: Ports
  live: Pick<LiveHub, 'publish'>
  /** Signs receipts; read when one is needed. */
  loadSigner: () => Promise<ReceiptSigner>
}

/** Seconds until what is not possible yet is tried again. */
const retrySeconds = 2

/**
 * Carries out pending requests, one after another, and continues those that a stop interrupted. Returns after how many
 * seconds it has to run again.
 */
export async function runSubjectRequests(job: SubjectJob): Promise<{ again: number | null }> {
  const { ports } = job
  await removeExpired(ports.db, ports.clock())
  const failed = new Set<string>()
  let again: number | null = null
  for (;;) {
    const row = await claimRequest(ports.db, failed)
    if (row === null) return { again }
    try {
      // Each of these attempts has ended the process.
      if (row.attempts > subjectLimits.attempts) throw new RequestFailedError('internal')
      await carryOut(job, row)
    } catch (error) {
      failed.add(row.id)
      if (error instanceof NotYetError) {
        again = retrySeconds
        await forgetAttempt(ports.db, row.id)
        continue
      }
      if (error instanceof RequestFailedError) {
        await finish(job, row, { failure: error.failure })
        continue
      }
      ports.log.write(3, 'subject-requests.failed', {
        requestId: row.id,
        cause: error instanceof Error ? error.name : 'unknown',
      })
      const attempts = (await findRequest(ports.db, row.id))?.attempts ?? 0
      if (attempts >= subjectLimits.attempts) await finish(job, row, { failure: 'internal' }).catch(() => undefined)
    }
  }
}

async function carryOut(job: SubjectJob, row: StoredRequest): Promise<void> {
  const { ports } = job
  const place = await loadPlace(ports.db, row.environment_id)
  if (place === null) return
  if (row.type === 'export') {
    await finish(job, row, { bytes: await writeExport(ports, place, row.id) })
    return
  }
  await deleteSubject(ports, place, row.id)
  const stopped = (await findRequest(ports.db, row.id))?.failure
  await finish(job, row, { removed: true, ...(stopped ? { failure: stopped } : {}) })
}

interface Ended {
  failure?: SubjectRequestFailure
  /** Events were removed, all of them or until a legal hold: a receipt says which. */
  removed?: boolean
  /** Of the file of an export; null without events. */
  bytes?: number | null
}

/** Ends a request: with its file or receipt, without the value, with an entry of the log and a notification. */
async function finish({ ports, live, loadSigner }: SubjectJob, claimed: StoredRequest, ended: Ended): Promise<void> {
  const place = await loadPlace(ports.db, claimed.environment_id)
  if (place === null) return
  const signer = ended.removed ? await loadSigner() : null
  const published = await ports.db.transaction().execute(async trx => {
    const row = await lockPending(trx, claimed.id)
    if (row === null) return null
    // What was deleted while the file was written must not be in it.
    if (ended.bytes && (await isListedMissing(trx, row.id))) throw new NotYetError('Events of the file were deleted.')
    const now = ports.clock()
    const receipt = signer === null ? null : await signReceipt(receiptOf(row, place, now), signer)
    await trx
      .updateTable('subject_request')
      .set({
        status: ended.failure === undefined ? 'complete' : 'failed',
        failure: ended.failure ?? null,
        value: null,
        finished_at: now,
        receipt,
        ...(ended.bytes
          ? {
              content_bytes: ended.bytes,
              expires_at: new Date(now.getTime() + subjectLimits.exportDays * 86_400_000),
            }
          : {}),
      })
      .where('id', '=', row.id)
      .execute()
    await deleteWork(trx, row)
    if (ended.failure !== undefined) await removeParts(trx, row.id)
    await recordEnd(trx, ports, place, row, ended)
    return notify(
      trx,
      { ports, live },
      {
        tenantId: place.tenantId,
        environmentId: row.environment_id,
        event: ended.failure === undefined ? 'SubjectRequestCompleted' : 'SubjectRequestFailed',
        params: { id: row.id },
      },
    )
  })
  published?.()
}

function recordEnd(trx: Db, ports: Ports, place: RequestPlace, row: StoredRequest, { failure }: Ended): Promise<void> {
  return recordAudit(trx, serviceActor(place.tenantId, ports.newId()), {
    id: ports.newId(),
    at: ports.clock(),
    environmentId: row.environment_id,
    resource: { type: 'SubjectRequest', id: row.id, name: '' },
    operation: row.type === 'delete' ? 'Delete' : 'Export',
    before: null,
    after: { ...(failure === undefined ? {} : { failure }), events: row.events, rows: row.counts },
  })
}

const receiptOf = (row: StoredRequest, place: RequestPlace, now: Date) => ({
  kind: 'assay-subject-receipt' as const,
  version: 1 as const,
  requestId: row.id,
  tenantId: place.tenantId,
  environmentId: row.environment_id,
  environment: pathOf(place.tree, row.environment_id).join('/'),
  type: row.type,
  assessments: row.assessments,
  attribute: row.attribute,
  subject: { salt: row.value_salt, sha256: row.value_hash },
  requestedBy: { id: row.requested_by, name: row.requested_by_name },
  requestedAt: row.requested_at.toISOString(),
  finishedAt: now.toISOString(),
  events: row.events,
  ...(row.failure === 'hold' ? { stoppedBy: 'hold' as const } : {}),
  stores: linesOf(row.counts).map(({ store, outcome, count }) => ({ store, outcome, rows: count })),
  unsearched: row.counts['unsearched'] ?? 0,
})
