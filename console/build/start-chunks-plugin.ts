import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

/**
 * Ends of the files that begin a part of the start: the page, what is behind the sign-in, the first page, and the two
 * small pages.
 */
export const entryModules = {
  page: 'console/boot/main.tsx',
  boot: 'console/boot/signed-in.tsx',
  first: 'console/sections/dashboard/routes.ts',
  signIn: 'console/sign-in/main.tsx',
  auth: 'console/boot/auth.ts',
} as const
type EntryModule = keyof typeof entryModules

/**
 * Chunks in the order in which they take their modules, each by what needs them. A module's own needs are needed with
 * it, so that no chunk drags along what an earlier one has not taken.
 */
const chunkGroups: readonly [name: string, neededBy: readonly EntryModule[]][] = [
  ['auth', ['boot', 'auth']],
  ['ground', ['page', 'signIn']],
  ['page', ['page']],
  ['look', ['boot', 'signIn']],
  ['start', ['boot']],
  ['first-look', ['first', 'signIn']],
  ['first', ['first']],
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
    if (waiting.length === 0) throw new Error(`The build has no ${file}: see console/build/start-chunks-plugin.ts.`)
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
      // What begins a part stays the chunk of that part, under its own name.
      if ([...own].some(file => id.replaceAll('\\', '/').endsWith(file))) return []
      const pack = chunkGroups.find(([, neededBy]) => neededBy.every(name => names.has(name)))
      return pack ? [[id, pack[0]]] : []
    }),
  )
}

/** Looks are no modules: the first look at the console does without them. */
const noStyles: Plugin = {
  name: 'assay-no-styles',
  enforce: 'pre',
  load: id => (/\.css(\?|$)/.test(id) ? { code: '', moduleType: 'js' } : null),
}

/**
 * Packs what the start needs into a handful of chunks. Left alone, the bundler makes a chunk for every set of pages
 * that share a module: the first figures then wait for sixty small files, and their compression knows nothing of each
 * other. Which modules the start needs is not written down: the console is built once without packing, and looked at.
 * @param plain the configuration without this plugin
 * @returns with the plug-in: `chunks`, those of the build without packing, for others that ask what needs what
 */
export function startChunksPlugin(plain: () => InlineConfig): {
  plugin: Plugin
  groups: { name: string; priority: number; test: (id: string) => boolean }[]
  chunks: () => readonly Rolldown.OutputChunk[]
} {
  let groups = new Map<string, string>()
  let chunks: readonly Rolldown.OutputChunk[] = []
  return {
    chunks: () => chunks,
    groups: chunkGroups.map(([name], index) => ({
      name,
      priority: chunkGroups.length - index,
      test: (id: string) => groups.get(id) === name,
    })),
    plugin: {
      name: 'assay-start-chunks',
      apply: 'build',
      async buildStart() {
        const config = plain()
        const result = await build({
          ...config,
          plugins: [noStyles, ...(config.plugins ?? [])],
          configFile: false,
          logLevel: 'error',
          build: { ...config.build, write: false, minify: false, reportCompressedSize: false },
        })
        const [output] = Array.isArray(result) ? result : [result]
        if (!output || !('output' in output)) return
        chunks = output.output.filter(chunk => chunk.type === 'chunk')
        groups = startGroups(chunks)
      },
    },
  }
}
