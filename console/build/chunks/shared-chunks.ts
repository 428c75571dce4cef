import type { Rolldown } from 'vite'

type Chunk = Pick<Rolldown.OutputChunk, 'facadeModuleId' | 'fileName' | 'imports' | 'modules'>

/** Number of files imported on demand from which a module counts as needed by nearly every page. */
const minUsersOfCommon = 12
/** Maximum length of a source in characters, before minifying, that is too small for a separate request. */
const maxPieceLength = 4000

/** The chunks that a chunk imports, directly or through others, without those of the start; and itself. */
function transitiveImports(chunk: Chunk, byFile: ReadonlyMap<string, Chunk>, start: ReadonlySet<Chunk>): Set<Chunk> {
  const seen = new Set<Chunk>()
  const waiting = [chunk]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next) || start.has(next)) continue
    seen.add(next)
    waiting.push(...next.imports.flatMap(file => byFile.get(file) ?? []))
  }
  return seen
}

const sourceLength = (chunk: Chunk): number =>
  Object.values(chunk.modules).reduce((sum, { code }) => sum + (code?.length ?? 0), 0)

/**
 * Chunks of the modules that several pages share, in the order in which they claim their modules: `controls`, which the
 * sign-in page needs, too; `common`, which nearly every page needs; and `pieces`, such as icons, which are too small
 * for a separate request. Modules that show texts are excluded with all their dependents, because a chunk may be
 * fetched where its texts are not. Each claims a module together with its dependencies, unless an earlier one has
 * claimed them.
 * @param chunks of a build without packing: a chunk there is a set of modules that the same files need
 * @param start modules that are packed with the start
 * @param showsTexts whether a module shows messages that are not loaded with the start
 * @returns chunk of each module
 */
export function sharedGroups(
  chunks: readonly Chunk[],
  start: ReadonlySet<string>,
  showsTexts: (moduleId: string) => boolean,
): Map<string, (typeof sharedChunkNames)[number]> {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const startChunks = new Set(chunks.filter(({ modules }) => Object.keys(modules).some(id => start.has(id))))
  const users = new Map<Chunk, Set<string>>()
  for (const user of chunks) {
    if (user.facadeModuleId === null) continue
    for (const needed of transitiveImports(user, byFile, startChunks))
      users.set(needed, (users.get(needed) ?? new Set()).add(user.facadeModuleId))
  }
  const withTexts = new Set(chunks.filter(({ modules }) => Object.keys(modules).some(showsTexts)))
  const candidates = [...users].filter(
    ([chunk, { size }]) =>
      size > 1 &&
      chunk.facadeModuleId === null &&
      ![...transitiveImports(chunk, byFile, startChunks)].some(
        each => withTexts.has(each) || each.facadeModuleId !== null,
      ),
  )
  const groups = new Map<Chunk, (typeof sharedChunkNames)[number]>()
  for (const [chunk, of] of candidates) {
    if ([...of].some(user => user.endsWith('/sign-in.html'))) groups.set(chunk, 'controls')
    else if (of.size >= minUsersOfCommon) groups.set(chunk, 'common')
  }
  // A piece is packed with its dependencies, so they must be pieces, too, or claimed.
  const pieces = new Set(
    candidates.flatMap(([chunk]) => (!groups.has(chunk) && sourceLength(chunk) <= maxPieceLength ? [chunk] : [])),
  )
  const stands = (chunk: Chunk) =>
    [...transitiveImports(chunk, byFile, startChunks)].every(each => groups.has(each) || pieces.has(each))
  for (const chunk of pieces) if (stands(chunk)) groups.set(chunk, 'pieces')
  return new Map([...groups].flatMap(([{ modules }, name]) => Object.keys(modules).map(id => [id, name] as const)))
}

/** Chunks of the shared modules, in the order in which they claim them. */
export const sharedChunkNames = ['controls', 'common', 'pieces'] as const
