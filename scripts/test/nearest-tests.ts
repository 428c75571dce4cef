import type { ImportingModule } from './folder-circles.ts'

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const foldersOf = (file: string): string[] => file.split('/').slice(1, -1)

export interface NearestTests {
  /** Test files, nearest first. */
  tests: readonly string[]
  /** Number of further test files that the change reaches. */
  left: number
}

/**
 * Tests that import changed files, directly or through other files, the nearest first: those with the fewest imports
 * between them, and at the same distance those in folders of the same name as the change. A file that nearly everything
 * imports, such as the contract, reaches nearly every test; the limit keeps the quick check quick.
 * @param changed files, as the modules name them; tests among them are always in the result
 * @param limit maximum number of test files besides those
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
  // Iteration over a map includes entries added during it: the files of one distance follow those of the one before.
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
