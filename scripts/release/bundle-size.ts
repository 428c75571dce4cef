/** Download cost of the parts of the library for an application. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { reports } from '../test/stages.ts'
import type { Assert } from './test-application.ts'

const limit = 35_000

type Bundle = Rolldown.RolldownOutput
export const chunks = (bundle: Bundle) => bundle.output.filter(item => item.type === 'chunk')
/** Package of a module in a bundle. */
export const packageOf = (id: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'own'

/** Builds an application with Vite for production. */
export async function bundle(
  app: string,
  input: string | string[],
  external: (id: string) => boolean = () => false,
): Promise<Bundle> {
  const built = await build({
    configFile: false,
    root: app,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: path.join(app, `out-${path.basename([input].flat()[0] ?? '', path.extname([input].flat()[0] ?? ''))}`),
      emptyOutDir: true,
      modulePreload: false,
      chunkSizeWarningLimit: 5000,
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        external,
        ...(external('react') ? { preserveEntrySignatures: 'strict' as const, output: { format: 'es' as const } } : {}),
      },
    },
  })
  return (Array.isArray(built) ? built[0] : built) as Bundle
}

/** Chunks that a page loads without interaction: the entry and its imports, without those fetched later. */
function initialChunks(all: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const byName = new Map(all.map(chunk => [chunk.fileName, chunk]))
  const found = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  for (const chunk of all) if (chunk.isEntry) visit(chunk)
  return [...found]
}

/** Gzip size of four components, without React and react-intl, and the share of each package. */
export async function measureSizes(app: string, assert: Assert): Promise<void> {
  const built = await bundle(app, path.join(app, 'four.js'), id => /^(react|react-dom|react-intl)($|\/)/.test(id))
  const all = chunks(built)
  const first = initialChunks(all)
  const gzip = (list: Rolldown.OutputChunk[]) =>
    list.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)
  const weight = gzip(first)
  const parts = new Map<string, number>()
  for (const chunk of first)
    for (const [id, module] of Object.entries(chunk.modules))
      parts.set(packageOf(id), (parts.get(packageOf(id)) ?? 0) + module.renderedLength)
  const largest = [...parts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([name, size]) => `${name} ${(size / 1000).toFixed(1)}`)
  console.log(
    `Button + Badge + Dialog + Tabs: ${(weight / 1000).toFixed(1)} kB gzip (at most ${limit / 1000}), ${((gzip(all) - weight) / 1000).toFixed(1)} kB more with the first hint; before compression, kB: ${largest.join(', ')}`,
  )
  if (process.argv.includes('--modules'))
    console.log(
      first
        .flatMap(chunk => Object.entries(chunk.modules))
        .map(([id, module]) => `${module.renderedLength} ${id.replace(app, '')}`)
        .toSorted((a, b) => Number.parseInt(b) - Number.parseInt(a))
        .slice(0, 70)
        .join('\n'),
    )
  assert(weight < limit, `Button + Badge + Dialog + Tabs weigh ${weight} bytes gzip, at most ${limit} are allowed`)
  writeFileSync(
    path.join(reports, 'weight.json'),
    JSON.stringify({ bytes: weight, later: gzip(all) - weight, limit, packages: Object.fromEntries(parts) }),
  )
}
