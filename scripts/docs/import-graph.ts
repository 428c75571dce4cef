import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[]
}
interface Picture {
  /** Heading of the picture in the page. */
  title: string
  /** Folder whose entries are the nodes; an empty text is the root of the repository. */
  parent: string
  direction: 'BT' | 'LR'
}

const pictures: readonly Picture[] = [
  { title: 'workspaces', parent: '', direction: 'BT' },
  { title: 'service', parent: 'risk-service/', direction: 'BT' },
  { title: 'features', parent: 'risk-service/features/', direction: 'LR' },
  { title: 'console', parent: 'console/', direction: 'BT' },
]
const notCode = /\.(test|stories)\.tsx?$|\/testing\/|vitest\.config|vite\.config|\/build-[\w-]+\.ts$/

function cruise(root: string): Cruise {
  const output = execFileSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    [
      ...['--config', 'scripts/test/dependency-cruiser.cjs', '--output-type', 'json'],
      ...['design-system', 'console', 'risk-service'],
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return JSON.parse(output) as Cruise
}

/** The entry of `parent` in which a file lies, without its ending. */
function entryOf(file: string, parent: string): string | null {
  if (!file.startsWith(parent)) return null
  return (
    file
      .slice(parent.length)
      .split('/')[0]
      ?.replace(/\.tsx?$/, '') ?? null
  )
}

/** A Mermaid graph of who imports whom among the entries of a folder; an arrow points to what is imported. */
function draw({ parent, direction }: Picture, { modules }: Cruise): string {
  const edges = new Set<string>()
  const sources = new Set(
    modules.map(({ source }) => source).filter(source => /^(design-system|console|risk-service)\//.test(source)),
  )
  for (const { source, dependencies } of modules) {
    if (notCode.test(source)) continue
    const from = entryOf(source, parent)
    for (const { resolved } of dependencies) {
      const to = entryOf(resolved, parent)
      if (from !== null && to !== null && from !== to && sources.has(resolved) && !notCode.test(resolved))
        edges.add(`  ${from} --> ${to}`)
    }
  }
  return ['```mermaid', `flowchart ${direction}`, ...[...edges].sort(), '```'].join('\n')
}

/**
 * `docs/architecture.md` with its pictures as the imports of today have them. A picture stands between the comments
 * `<!-- imports: TITLE -->` and `<!-- end -->`.
 */
export function architecture(root: string): string {
  const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  const graph = cruise(root)
  return pictures.reduce(
    (text, picture) =>
      text.replace(
        new RegExp(`(<!-- imports: ${picture.title} -->\n)[\\s\\S]*?(\n<!-- end -->)`),
        (_, start: string, end: string) => start + draw(picture, graph) + end,
      ),
    page,
  )
}
