import { randomUUID } from 'node:crypto'
import { builtInAssessments } from '../engine/index.ts'
import { loadTree } from '../environments/tree.ts'
import type { Store } from '../store/index.ts'
import { newId } from '../store/new-id.ts'
import { addEnvironment } from '../store/testing-data.ts'
import { filesToConfig } from './files.ts'
import { type Importer, type ImportReport, importConfig } from './import.ts'

export const importedAt = new Date('2026-03-01T10:00:00Z')

/** A new environment and who imports into it; `told` has its id for every change that was announced. */
export async function importInto(store: Store): Promise<{ id: string; importer: Importer; told: string[] }> {
  const id = randomUUID()
  await addEnvironment(store, id)
  const told: string[] = []
  const { tenant_id: tenantId } = await store.db
    .selectFrom('environment')
    .select('tenant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    id,
    told,
    importer: {
      ports: { db: store.db, clock: () => importedAt, newId },
      environmentId: id,
      assessments: builtInAssessments,
      queues: ['General'],
      principal: { tenantId, id: randomUUID(), name: 'Pipeline', username: '', wids: [], assignments: [] },
      roles: [],
      correlationId: randomUUID(),
      tree: await loadTree(store.db, tenantId),
      calls: { problemOf: () => null, seal: () => Promise.reject(new Error('No secrets in files.')) },
      announce: () => {
        told.push(id)
        return Promise.resolve()
      },
    },
  }
}

/** Imports files, as the command does. */
export const bring = (
  importer: Importer,
  from: ReadonlyMap<string, string>,
  options: Partial<{ prune: boolean; dryRun: boolean }> = {},
): Promise<ImportReport> =>
  importConfig(importer, filesToConfig(from, importedAt), { prune: false, dryRun: false, ...options })
