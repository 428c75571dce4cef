import { PGlite } from '@electric-sql/pglite'

/**
 * The parts of the database, compiled and fetched by a caller that knows their addresses; by default PGlite loads its
 * own.
 */
export interface DatabaseParts {
  pgliteWasmModule: WebAssembly.Module
  initdbWasmModule: WebAssembly.Module
  fsBundle: Blob
}

const int8 = 20
const numeric = 1700

/**
 * Opens PostgreSQL in the memory of this page or worker, with the settings of every connection of the service.
 * @param dump result of `SampleDataService.dump`; else the database is empty
 */
export async function openDatabase(parts?: DatabaseParts, dump?: Blob | null): Promise<PGlite> {
  const database = await PGlite.create('memory://', {
    ...parts,
    ...(dump ? { loadDataDir: dump } : {}),
    parsers: { [int8]: Number, [numeric]: Number },
  })
  await database.exec("set timezone = 'UTC'; set jit = off")
  return database
}
