import { allows, listLimits, type SupportListId } from '../../../contract/index.ts'
import { supportKey } from '../../../contract/lists/list-definitions.ts'
import { AccessError, levelIn } from '../../../kernel/access/authorize.ts'
import type { AuditContext } from '../../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { putDecidedEntry, takeBackDecidedEntry } from '../../lists/entry-changes.ts'
import { fitsList } from '../../lists/support-list-file.ts'
import type { CaseChange, ChangedEntry, Choice, StoredCase } from '../model/case-record.ts'
import type { CaseCall, Work, WorkResult } from './case-call.ts'

/** A caller whose decisions can change support lists. */
export type DecidingCall = CaseCall & {
  lists: Pick<EnvironmentCallContext['lists'], 'reloadSupport'>
  /** Time from which the days of all statuses of the call count; without it, the time of each decision. */
  listedFrom?: Date
}

const dayMs = 24 * 3_600_000

/** Returns the values of the event of a case that support lists can have. */
export function listedValuesOf(found: StoredCase): { list: SupportListId; value: string }[] {
  const values: Record<SupportListId, string | null> = {
    email: found.email,
    user: found.user_id,
    device: found.device_id,
    payment: found.payment_id,
    ip: found.ip,
  }
  return (Object.entries(values) as [SupportListId, string | null][]).flatMap(([list, text]) => {
    const value = text?.trim() ?? ''
    return value !== '' && value.length <= listLimits.value && !/\p{Cc}/u.test(value) && fitsList(list, value)
      ? [{ list, value }]
      : []
  })
}

/** Whether the caller may change statuses on the support lists of an environment. */
export const mayUpdateLists = ({ principal, tree }: CaseCall, environmentId: string): boolean =>
  allows(levelIn(principal, environmentId, 'lists.support.entry', tree), 'write')

/** @throws AccessError without the right to change lists, ValidationError for a value that the event does not have */
export function assertListUpdates(call: CaseCall, found: StoredCase, { listUpdates = [] }: Choice): void {
  if (listUpdates.length === 0) return
  if (!mayUpdateLists(call, found.environment_id)) throw new AccessError('forbidden', 'lists.support.entry', 'write')
  const listed = listedValuesOf(found)
  listUpdates.forEach(({ list }, index) => {
    if (!listed.some(each => each.list === list))
      throw new ValidationError(['listUpdates', index, 'list'], 'The event has no value for this list.')
  })
}

/** Writes the statuses that a final decision gives, in its transaction; the outcome names the values. */
export async function withListUpdates(
  { trx, found, now }: Work,
  call: DecidingCall,
  change: CaseChange,
): Promise<Pick<WorkResult, 'change' | 'afterCommit'>> {
  const { outcome } = change.patch
  const updates = outcome?.listUpdates ?? []
  if (outcome == null || updates.length === 0) return { change }
  const values = new Map(listedValuesOf(found).map(({ list, value }) => [list, value]))
  const changedEntries: ChangedEntry[] = []
  const { listedFrom = now } = call
  for (const { list, status, days } of updates) {
    const value = values.get(list)
    // The event was sent again without it while the decision waited for a second person.
    if (value === undefined) continue
    const entry = {
      value,
      status,
      reason: outcome.reason,
      comments: outcome.note.slice(0, listLimits.comments),
      expiresAt: days === null ? null : new Date(listedFrom.getTime() + days * dayMs),
    }
    await putDecidedEntry(trx, editorOf(call, found), list, entry, { caseId: found.id, until: outcome.undoUntil })
    changedEntries.push({ list, value })
  }
  return {
    change: { ...change, patch: { ...change.patch, outcome: { ...outcome, changedEntries } } },
    afterCommit: () => reload(call, found, changedEntries),
  }
}

/** Takes back the statuses that a decision gave, in the transaction that takes back the decision. */
export async function restoreLists({ trx, found }: Work, call: DecidingCall): Promise<Pick<WorkResult, 'afterCommit'>> {
  const changedEntries = found.outcome?.changedEntries ?? []
  for (const { list, value } of changedEntries)
    await takeBackDecidedEntry(trx, editorOf(call, found), list, value, found.id)
  return changedEntries.length === 0 ? {} : { afterCommit: () => reload(call, found, changedEntries) }
}

const editorOf = (
  { ports, principal, actorRoles, correlationId }: CaseCall,
  { environment_id: environmentId }: StoredCase,
): AuditContext => ({ ports, principal, roles: actorRoles, correlationId, environmentId })

async function reload(
  { lists }: DecidingCall,
  { environment_id: environmentId }: StoredCase,
  entries: readonly ChangedEntry[],
): Promise<void> {
  for (const { list, value } of entries)
    await lists.reloadSupport(environmentId, { list, keys: [supportKey(list, value)] })
}
