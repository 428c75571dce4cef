import type { Rolldown } from 'vite'

/**
 * Suffixes of the entry files of the start's parts: the page, the section behind the sign-in, the first page, the
 * identity library, and the two small pages.
 */
export const entryModules = {
  page: 'console/boot/main.tsx',
  boot: 'console/boot/signed-in.tsx',
  first: 'console/sections/dashboard/routes.ts',
  signIn: 'console/sign-in/main.tsx',
  auth: 'console/boot/auth.ts',
  identity: 'console/platform/session/identity/identity-client.ts',
} as const
type EntryModule = keyof typeof entryModules

/**
 * Chunks in the order in which they claim their modules, each by the entries that need them. The dependencies of a
 * module are needed with it, so that no chunk depends on a later one.
 */
const chunkGroups: readonly [name: string, neededBy: readonly EntryModule[]][] = [
  ['auth', ['identity', 'auth']],
  ['ground', ['page', 'signIn']],
  ['page', ['page']],
  ['look', ['boot', 'signIn']],
  ['start', ['boot']],
  ['first-look', ['first', 'signIn']],
  ['first', ['first']],
  ['identity', ['identity']],
]

/** Chunk of each module that the first figures wait for. */
export function startGroups(
  chunks: readonly Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds'>[],
): Map<string, string> {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const needs = new Map<string, Set<EntryModule>>()
  for (const [name, file] of Object.entries(entryModules) as [EntryModule, string][]) {
    const waiting = chunks.filter(({ moduleIds }) =>
      moduleIds.some(id => id.replaceAll('\\', '/').split('?')[0]?.endsWith(file)),
    )
    if (waiting.length === 0) throw new Error(`The build has no ${file}: see console/build/chunks/start-chunks.ts.`)
    const seen = new Set<string>()
    for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
      if (seen.has(chunk.fileName)) continue
      seen.add(chunk.fileName)
      for (const id of chunk.moduleIds) needs.set(id, (needs.get(id) ?? new Set()).add(name))
      waiting.push(...chunk.imports.flatMap(each => byFile.get(each) ?? []))
    }
  }
  const own = new Set(Object.values(entryModules))
  return new Map(
    [...needs].flatMap(([id, names]): [string, string][] => {
      // The entry of a part stays the chunk of that part, under its own name.
      if ([...own].some(file => id.replaceAll('\\', '/').endsWith(file))) return []
      const pack = chunkGroups.find(([, neededBy]) => neededBy.every(name => names.has(name)))
      return pack ? [[id, pack[0]]] : []
    }),
  )
}

/** Chunks of the start, in the order in which they claim their modules. */
export const startChunkNames: readonly string[] = chunkGroups.map(([name]) => name)
