import {
  type PreferencesPatch,
  preferencesSchema,
  type StoredPreferences,
} from '../../contract/preferences/preferences.ts'
import { recordAudit } from '../../kernel/audit.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import { mergeChanges, parsePreferences } from './preferences-document.ts'
import { lockDocument, readDocument, tenantExists, tenantUsageData, writeDocument } from './store.ts'

/** The part of a call's context that the handlers use. */
export type PreferencesContext = Pick<ConsoleContext, 'ports' | 'db' | 'principal' | 'correlationId'>

/** Maximum size of a document, many times that of the usual preferences. */
const maxDocumentBytes = 65_536

export async function loadPreferences({ db, principal }: PreferencesContext): Promise<StoredPreferences> {
  const { tenantId, id: userId } = principal
  const [{ version, document }, usageData] = await Promise.all([
    readDocument(db, { tenantId, userId }),
    tenantUsageData(db, tenantId),
  ])
  return { version, preferences: parsePreferences(document, usageData) }
}

/**
 * Changes the preferences of the caller. Values that are already stored stay unchanged, so that a request may be
 * repeated.
 * @throws ConflictError when the user changed them in another tab or browser since the caller read them
 */
export async function changePreferences(
  call: PreferencesContext,
  baseVersion: number,
  changes: PreferencesPatch,
): Promise<StoredPreferences> {
  const { ports, db, principal, correlationId } = call
  const owner = { tenantId: principal.tenantId, userId: principal.id }
  if (!(await tenantExists(db, owner.tenantId)))
    throw new NotFoundError('This tenant is not set up in this installation.')
  await db.transaction().execute(async trx => {
    const stored = await lockDocument(trx, owner)
    const document = mergeChanges(stored.document, changes)
    if (isSameJson(document, stored.document)) return
    if (stored.version !== baseVersion)
      throw createVersionConflict('The preferences were changed meanwhile.', { version: stored.version })
    assertDocumentSize(document)
    const now = ports.clock()
    await writeDocument(trx, owner, { version: stored.version + 1, document }, now)
    const before = parsePreferences(stored.document, null).usageData
    const { usageData } = parsePreferences(document, null)
    if (usageData === before) return
    // The choice of usage data is a consent and therefore audited; the layout of tables is not.
    await recordAudit(
      trx,
      { principal, roles: [], correlationId },
      {
        id: ports.newId(),
        at: now,
        environmentId: null,
        resource: { type: 'UsageDataConsent', id: principal.id, name: 'Usage data' },
        operation: 'Update',
        before: { usageData: before },
        after: { usageData },
      },
    )
  })
  return loadPreferences(call)
}

/**
 * Each change is small; together they may exceed the limit. @throws ValidationError with the member that is too large
 */
function assertDocumentSize(document: Record<string, unknown>): void {
  const { tables, tours } = preferencesSchema.shape
  for (const [name, schema] of [
    ['tables', tables],
    ['tours', tours],
  ] as const) {
    if (name in document && !schema.safeParse(document[name]).success)
      throw new ValidationError(['changes', name], 'There are too many entries. Remove some first.')
  }
  if (JSON.stringify(document).length > maxDocumentBytes)
    throw new ValidationError(['changes'], 'The preferences are too large.')
}
