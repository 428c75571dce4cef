import type { SubjectHold, SubjectRequest, SubjectRequestState, SubjectRequestType } from '../../../contract/index.ts'
import { allows, subjectLimits } from '../../../contract/index.ts'
import { levelIn } from '../../../kernel/access/authorize.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { actionContextOf } from '../../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ConflictError, NotFoundError } from '../../../kernel/errors/errors.ts'
import { readParts } from './export-parts.ts'
import { readCursor } from './find-events.ts'
import { toHold } from './holds.ts'
import { linesOf } from './plan-request.ts'
import { findRequest, loadHolds, loadRequests, type StoredRequest } from './store.ts'

/** Shows a request, without the value that it is about. */
export const toRequest = (row: StoredRequest, now: Date): SubjectRequest => ({
  id: row.id,
  environmentId: row.environment_id,
  type: row.type,
  status: row.status,
  phase: row.phase,
  assessments: row.assessments,
  attribute: row.attribute,
  requestor: row.requested_by_name,
  requestedAt: row.requested_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  events: row.events,
  total: row.total,
  failure: row.failure,
  lines: row.has_receipt ? linesOf(row.counts) : [],
  file:
    row.type === 'export' && row.content_bytes !== null && row.expires_at !== null
      ? {
          state: row.expires_at > now ? 'available' : 'expired',
          bytes: row.content_bytes,
          until: row.expires_at.toISOString(),
        }
      : null,
  hasReceipt: row.has_receipt,
})

interface ListInput {
  environmentId: string
  type?: SubjectRequestType | undefined
  status?: SubjectRequestState | undefined
  cursor?: string | undefined
  limit: number
}

/** Lists the requests of an environment and of those below it, the newest first. */
export async function listRequests(
  { db, ports, scope }: EnvironmentCallContext,
  { type, status, cursor, limit }: ListInput,
): Promise<{ requests: SubjectRequest[]; nextCursor: string | null }> {
  const rows = await loadRequests(db, scope, { type, status, after: readCursor(cursor), limit })
  const last = rows.at(-1)
  return {
    requests: rows.map(row => toRequest(row, ports.clock())),
    nextCursor: last !== undefined && rows.length === limit ? `${last.at_text}|${last.id}` : null,
  }
}

/** @throws NotFoundError outside of the environment and those below it */
async function requestInScope({ db, scope }: EnvironmentCallContext, id: string): Promise<StoredRequest> {
  const row = await findRequest(db, id)
  if (row === null || !scope.includes(row.environment_id)) throw new NotFoundError('There is no such subject request.')
  return row
}

/** @throws NotFoundError */
export const getRequest = async (context: EnvironmentCallContext, id: string): Promise<SubjectRequest> =>
  toRequest(await requestInScope(context, id), context.ports.clock())

/** Seconds until the file of a download is gone, also where its reader is not done with it. */
const downloadSeconds = 600

/**
 * Returns the file of an export; the log says who took it. It goes through a file of the disk, so that a large one is
 * never in memory, and is as it was when the download began. @throws NotFoundError, ConflictError `subject.expired` after
 * its time, and when the same data was deleted meanwhile
 */
export async function downloadExport(
  context: EnvironmentCallContext,
  { environmentId, requestId }: { environmentId: string; requestId: string },
  signal: AbortSignal = new AbortController().signal,
): Promise<File> {
  const { db, ports } = context
  const row = await requestInScope(context, requestId)
  if (row.type !== 'export' || row.status !== 'complete') throw new NotFoundError('The request has no file.')
  const bytes = row.expires_at !== null && row.expires_at > ports.clock() ? (row.content_bytes ?? 0) : 0
  if (bytes === 0) throw expired()
  const file = await context.openScratchFile(signal, { bytes, seconds: downloadSeconds })
  try {
    let written = 0
    for await (const part of readParts(db, row.id)) {
      await file.write(part)
      written += part.byteLength
    }
    // Parts are gone when the same data is deleted while they are read.
    if (written !== bytes) throw expired()
    await auditChange(
      db,
      actionContextOf(context, environmentId),
      { type: 'SubjectRequest', id: row.id, name: '' },
      { operation: 'Export', before: null, after: { events: row.events } },
    )
  } catch (error) {
    await file.discard()
    throw error
  }
  return file.finish(`subject-request-${row.id}.zip`, 'application/zip')
}

const expired = () => new ConflictError('The exported data has expired.', { reason: 'subject.expired' })

/** Returns the signed receipt of a deletion. @throws NotFoundError */
export async function downloadReceipt(context: EnvironmentCallContext, requestId: string): Promise<File> {
  const { id } = await requestInScope(context, requestId)
  const row = await context.db.selectFrom('subject_request').select('receipt').where('id', '=', id).executeTakeFirst()
  if (!row?.receipt) throw new NotFoundError('The request has no receipt.')
  return new File([row.receipt], `subject-receipt-${id}.json`, { type: 'application/json' })
}

/** Lists the holds in force of an environment and of those below it; whom they are about, for those who may submit requests. */
export async function listHolds(
  { db, ports, scope, tree, principal }: EnvironmentCallContext,
  environmentId: string,
): Promise<SubjectHold[]> {
  const maySubmit = allows(levelIn(principal, environmentId, 'settings.subject.submit', tree), 'write')
  return (await loadHolds(db, scope, ports.clock(), subjectLimits.holds)).map(row => toHold(row, tree, maySubmit))
}
