import type { ImportingModule } from './folder-circles.ts'

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const foldersOf = (file: string): string[] => file.split('/').slice(1, -1)

export interface NearestTests {
  /** Test files, nearest first. */
  tests: readonly string[]
  /** How many more test files the change reaches. */
  left: number
}

/**
 * Tests that import what changed, directly or through other files, the nearest first: with the fewest imports between
 * them, and of those equally near the ones in folders of the same name as the change. What nearly everything imports, as
 * the contract, reaches nearly every test; the limit keeps the quick check quick.
 * @param changed files, as the modules name them; tests among them are always in the answer
 * @param limit most test files to name beside those
 */
export function findNearestTests(
  modules: readonly ImportingModule[],
  changed: readonly string[],
  limit: number,
): NearestTests {
  const importers = new Map<string, string[]>()
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) importers.set(resolved, [...(importers.get(resolved) ?? []), source])
  const distances = new Map(changed.map(file => [file, 0]))
  // A map hands out what is added while it is walked over: the files of one distance after those of the one before.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  const names = new Set(changed.flatMap(foldersOf))
  const reached = [...distances]
    .filter(([file]) => isTest(file))
    .map(([file, distance]) => ({
      file,
      distance,
      sameFolders: foldersOf(file).filter(name => names.has(name)).length,
    }))
    .sort((a, b) => a.distance - b.distance || b.sameFolders - a.sameFolders || a.file.localeCompare(b.file))
  const own = reached.filter(({ distance }) => distance === 0).length
  const tests = reached.slice(0, own + limit).map(({ file }) => file)
  return { tests, left: reached.length - tests.length }
}
