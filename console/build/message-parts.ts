import { readFileSync } from 'node:fs'
import type { Rolldown } from 'vite'
import { entryModules } from './chunks/start-chunks.ts'
import { usedMessages } from './message-uses.ts'

/** Name of the part that is loaded with the page. */
export const startPart = 'start'
/** Part of files outside of sections: menus, dialogs and other pieces that are fetched on demand. */
const sharedPart = 'shared'

const pathOf = (file: string) => file.replaceAll('\\', '/').split('?')[0] ?? ''

/** Part that contains the messages of a file imported on demand: its section's folder, else the shared one. */
export function partOf(file: string): string {
  if (Object.values(entryModules).some(end => pathOf(file).endsWith(end))) return startPart
  return /\/console\/sections\/([\w-]+)\//.exec(pathOf(file))?.[1] ?? sharedPart
}

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds'> & { facadeModuleId: string | null }

/** Part whose texts are loaded when a chunk runs on its own; null for a chunk that is only imported by others. */
function partOfChunk({ facadeModuleId }: Chunk): string | null {
  if (facadeModuleId === null) return null
  return /\.html$/.test(facadeModuleId) ? startPart : partOf(facadeModuleId)
}

/** A chunk and all its imports, direct or not. */
function transitiveImports<C extends Chunk>(chunk: C, byFile: ReadonlyMap<string, C>): Set<C> {
  const seen = new Set<C>()
  const waiting = [chunk]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...next.imports.flatMap(file => byFile.get(file) ?? []))
  }
  return seen
}

/** Source of a module of the project; empty for other packages and for virtual modules. */
export function projectSource(id: string): string {
  if (id.startsWith('\0') || /[\\/]node_modules[\\/]/.test(id) || !/\.tsx?$/.test(pathOf(id))) return ''
  return readFileSync(pathOf(id), 'utf8')
}

/** Files imported on demand, each with all its imports, direct or not. */
export type LazyFiles = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Divides the messages: those of the start, and for each part those that its modules show beyond that. A message that
 * no module of the console names is loaded with the start. The same message may be in several parts: each is complete.
 * @param chunks of a build without packing: one chunk for each file that is imported on demand
 * @param all ids of the catalogue
 * @param late files without a separate chunk because another part imports them statically; their part shows the
 * messages of all their imports
 */
export function divideMessages(
  chunks: readonly Chunk[],
  all: readonly string[],
  late: LazyFiles = new Map(),
  source: (id: string) => string = projectSource,
): Map<string, Set<string>> {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const uses = new Map<string, string[]>()
  const usesOf = (id: string): string[] => {
    const known = uses.get(id) ?? usedMessages(source(id), all)
    uses.set(id, known)
    return known
  }
  const parts = new Map<string, Set<string>>([[startPart, new Set()]])
  for (const chunk of chunks) {
    const name = partOfChunk(chunk)
    if (name === null) continue
    const part = parts.get(name) ?? new Set()
    parts.set(name, part)
    for (const { moduleIds } of transitiveImports(chunk, byFile))
      for (const id of moduleIds) for (const message of usesOf(id)) part.add(message)
  }
  for (const [file, modules] of late) {
    if (chunks.some(({ facadeModuleId }) => facadeModuleId === file)) continue
    const part = parts.get(partOf(file)) ?? new Set()
    parts.set(partOf(file), part)
    for (const id of modules) for (const message of usesOf(id)) part.add(message)
  }
  const start = parts.get(startPart) ?? new Set()
  const named = new Set([...parts.values()].flatMap(part => [...part]))
  for (const id of all) if (!named.has(id)) start.add(id)
  for (const [name, part] of parts) {
    if (name === startPart) continue
    for (const id of start) part.delete(id)
    if (part.size === 0) parts.delete(name)
  }
  return parts
}

/** The files imported on demand that show texts of their part. */
export function filesWithTexts(
  files: LazyFiles,
  parts: ReadonlyMap<string, ReadonlySet<string>>,
  all: readonly string[],
  source: (id: string) => string = projectSource,
): Set<string> {
  const uses = new Map<string, readonly string[]>()
  const usesOf = (id: string): readonly string[] => {
    const known = uses.get(id) ?? usedMessages(source(id), all)
    uses.set(id, known)
    return known
  }
  const showsTexts = ([file, modules]: readonly [string, ReadonlySet<string>]) =>
    [...modules].some(id => usesOf(id).some(message => parts.get(partOf(file))?.has(message)))
  return new Set([...files].filter(showsTexts).map(([file]) => file))
}

/** Messages that a chunk of the finished build may show and that are in none of the files loaded with it. */
export function missingMessages(
  chunks: readonly (Chunk & { code: string })[],
  parts: ReadonlyMap<string, ReadonlySet<string>>,
  all: readonly string[],
): string[] {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const start = parts.get(startPart) ?? new Set()
  const uses = new Map(chunks.map(chunk => [chunk, usedMessages(chunk.code, all)]))
  return chunks.flatMap(chunk => {
    const part = partOfChunk(chunk)
    if (part === null) return []
    const own = parts.get(part) ?? new Set()
    const shown = new Set([...transitiveImports(chunk, byFile)].flatMap(each => uses.get(each) ?? []))
    return [...shown]
      .filter(id => !start.has(id) && !own.has(id))
      .map(id => `${chunk.fileName} shows ${id}, which is not in the texts of "${part}"`)
  })
}
