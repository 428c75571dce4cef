import { randomUUID } from 'node:crypto'
import { builtInAssessments } from '../../../engine/index.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { addEnvironment } from '../../../kernel/store/testing/event-data.ts'
import { filesToConfig } from '../files/config-files.ts'
import { type ImportContext, type ImportReport, importConfig } from '../import/import-config.ts'

export const importedAt = new Date('2026-03-01T10:00:00Z')

/** A new environment and the actor of its imports; `notified` has its id for every announced change. */
export async function createImportTarget(
  store: Store,
): Promise<{ id: string; importer: ImportContext; notified: string[] }> {
  const id = randomUUID()
  await addEnvironment(store, id)
  const notified: string[] = []
  const { tenant_id: tenantId } = await store.db
    .selectFrom('environment')
    .select('tenant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    id,
    notified,
    importer: {
      ports: { db: store.db, clock: () => importedAt, newId },
      environmentId: id,
      assessments: builtInAssessments,
      queues: ['General'],
      principal: { tenantId, id: randomUUID(), name: 'Pipeline', username: '', wids: [], assignments: [] },
      roles: [],
      correlationId: randomUUID(),
      tree: await loadEnvironmentTree(store.db, tenantId),
      calls: { addressIssue: () => null, encrypt: () => Promise.reject(new Error('No secrets in files.')) },
      announce: () => {
        notified.push(id)
        return Promise.resolve()
      },
    },
  }
}

/** Imports files, as the command-line tool does. */
export const importFiles = (
  importer: ImportContext,
  from: ReadonlyMap<string, string>,
  options: Partial<{ prune: boolean; dryRun: boolean }> = {},
): Promise<ImportReport> =>
  importConfig(importer, filesToConfig(from, importedAt), { prune: false, dryRun: false, ...options })
