import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ICruiseResult } from 'dependency-cruiser'
import { isInWorkspace, notCode, readImports } from '../test/imports.ts'

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

/** The entry of `parent` that contains a file, without its extension. */
function entryOf(file: string, parent: string): string | null {
  if (!file.startsWith(parent)) return null
  return (
    file
      .slice(parent.length)
      .split('/')[0]
      ?.replace(/\.tsx?$/, '') ?? null
  )
}

/** A Mermaid graph of the imports among the entries of a folder; an arrow points to the imported one. */
function draw({ parent, direction }: Picture, { modules }: ICruiseResult): string {
  const edges = new Set<string>()
  const sources = new Set(modules.map(({ source }) => source).filter(isInWorkspace))
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
 * `docs/architecture.md` with pictures of the current imports. A picture is between the comments `<!-- imports: TITLE
 * -->` and `<!-- end -->`.
 */
export function architecture(root: string): string {
  const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  const graph = readImports(root)
  return pictures.reduce(
    (text, picture) =>
      text.replace(
        new RegExp(`(<!-- imports: ${picture.title} -->\n)[\\s\\S]*?(\n<!-- end -->)`),
        (_, start: string, end: string) => start + draw(picture, graph) + end,
      ),
    page,
  )
}
