import type { UploadEntityName, UploadRunDetail } from '../../../contract/index.ts'
import { now, places } from '../../../http/console-api/testing/console-bench.ts'
import { createInstrumentHash } from '../../../http/node/retail/instrument-hash.ts'
import { ipCountry } from '../../../kernel/ip-country.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import { findEntity } from '../../../upload-files/entities/entities.ts'
import { guessMapping } from '../../../upload-files/guess/guess-mapping.ts'
import { processNextRun } from '../processing/process-runs.ts'
import type { RunServices } from '../processing/run-context.ts'
import { openUploadBench, pathOf, type TestFile, type UploadBench } from './upload-bench.ts'

/** A file of rows, each the cells of one. */
export function csvOf(columns: readonly string[], rows: readonly (readonly string[])[], name = 'file.csv'): TestFile {
  const quoted = (cell: string) => (/[",\n;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const lines = [columns, ...rows].map(cells => cells.map(quoted).join(','))
  const bytes = new Uint8Array(Buffer.from(`${lines.join('\n')}\n`))
  return { name, bytes, modifiedAt: 1_764_000_000_000, columns: [...columns] }
}

export interface RunBench extends UploadBench {
  services: RunServices
  /** Uploads a file and maps its columns by their names. */
  put: (entity: UploadEntityName, file: TestFile, formats?: Record<string, string>) => Promise<void>
  /** Requests a run. */
  request: (entities: UploadEntityName[], more?: object) => Promise<UploadRunDetail>
  /** Requests a run and processes it. */
  run: (entities: UploadEntityName[], more?: object) => Promise<UploadRunDetail>
  loadRun: (id: string) => Promise<UploadRunDetail>
}

export const runsPath = `/environments/${places.eu}/upload-runs`

/** Opens the console API with uploads whose runs are processed when a test says so. */
export async function openRunBench(...args: Parameters<typeof openUploadBench>): Promise<RunBench> {
  const uploads = await openUploadBench(...args)
  const { bench, files } = uploads
  const services: RunServices = {
    ports: { db: bench.store.db, clock: () => now, newId, log: { write: () => undefined } },
    files,
    live: { publish: () => undefined },
    countryOf: ipCountry,
    eventMonths: 13,
    instrumentHash: async environmentId => createInstrumentHash('k'.repeat(44), environmentId),
    ownTypes: () => Promise.resolve([]),
  }
  const detail = ({ status, json }: { status: number; json: unknown }): UploadRunDetail => {
    if (status !== 200) throw new Error(JSON.stringify(json))
    return json as UploadRunDetail
  }
  const loadRun: RunBench['loadRun'] = async id => detail(await bench.call('engineer', 'GET', `${runsPath}/${id}`))
  const request: RunBench['request'] = async (entities, more = {}) =>
    detail(await bench.call('engineer', 'POST', runsPath, { entities, ...more }))
  return {
    ...uploads,
    services,
    loadRun,
    request,
    async put(entity, file, formats = {}) {
      await uploads.upload('engineer', file, { keepMapping: false }, { entity })
      const definition = findEntity(entity)
      if (!definition) throw new Error(entity)
      const columnOf = guessMapping(definition, file.columns, [])
      const { mappingVersion } = await uploads.get(entity)
      const saved = await bench.call('engineer', 'PUT', `${pathOf({ entity })}/mapping`, {
        columnOf,
        formats,
        baseVersion: mappingVersion,
      })
      if (saved.status !== 200) throw new Error(JSON.stringify(saved.json))
    },
    async run(entities, more) {
      const { id } = await request(entities, more)
      while (await processNextRun(services));
      return loadRun(id)
    },
    async clear() {
      await bench.store.db.deleteFrom('upload_run').execute()
      await uploads.clear()
    },
  }
}
