import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { sharedChunkNames, sharedGroups } from './chunks/shared-chunks.ts'
import { startChunkNames, startGroups } from './chunks/start-chunks.ts'
import { projectSource } from './message-parts.ts'
import { usedMessages } from './message-uses.ts'

const catalogue = path.resolve(import.meta.dirname, '../../locales/en-US.json')

/** Styles are no modules: the analysis of the console does not need them. */
const noStyles: Plugin = {
  name: 'assay-no-styles',
  enforce: 'pre',
  load: id => (/\.css(\?|$)/.test(id) ? { code: '', moduleType: 'js' } : null),
}

/** Chunk of each module that is packed with others. */
function groupModules(chunks: readonly Rolldown.OutputChunk[]): Map<string, string> {
  const start = startGroups(chunks)
  const all = Object.keys(JSON.parse(readFileSync(catalogue, 'utf8')) as Record<string, string>)
  const textsOf = (id: string) => usedMessages(projectSource(id), all)
  const startTexts = new Set([...start.keys()].flatMap(textsOf))
  const showsTexts = (id: string) => textsOf(id).some(text => !startTexts.has(text))
  return new Map<string, string>([...sharedGroups(chunks, new Set(start.keys()), showsTexts), ...start])
}

/**
 * Packs the modules of the start, and those that pages share, into a handful of chunks each. By default the bundler
 * creates a chunk for every set of pages that share a module: the first figures then wait for sixty small files and a
 * page for another sixty, and each is compressed on its own. The modules are not listed by hand: the console is built
 * once without packing, and the result is analysed.
 * @param plain the configuration without this plugin
 * @returns with the plug-in: `chunks`, those of the build without packing, for plug-ins that analyse dependencies
 */
export function chunkGroupsPlugin(plain: () => InlineConfig): {
  plugin: Plugin
  groups: { name: string; priority: number; test: (id: string) => boolean }[]
  chunks: () => readonly Rolldown.OutputChunk[]
} {
  let groups = new Map<string, string>()
  let chunks: readonly Rolldown.OutputChunk[] = []
  const names = [...startChunkNames, ...sharedChunkNames]
  return {
    chunks: () => chunks,
    groups: names.map((name, index) => ({
      name,
      priority: names.length - index,
      test: (id: string) => groups.get(id) === name,
    })),
    plugin: {
      name: 'assay-chunk-groups',
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
        groups = groupModules(chunks)
      },
    },
  }
}
