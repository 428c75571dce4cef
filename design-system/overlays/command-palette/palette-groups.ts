import type { LucideIcon } from 'lucide-react'
import { matchScore } from './match.ts'

export interface Command {
  id: string
  label: string
  /** Id of its scope. */
  scope?: string
  /** Other words that match the command. */
  keywords?: readonly string[]
  icon?: LucideIcon
  /** Secondary text after the label: location or owner. */
  detail?: string
  /** The equivalent key or chord: `G`, `Mod+K`. */
  shortcut?: string
  disabled?: boolean
  onSelect?: () => void
  /** A nested page that opens in the palette instead of running something. */
  children?: readonly Command[]
}

export interface CommandScope {
  id: string
  label: string
}

export interface PaletteGroup {
  id: string
  heading: string | undefined
  commands: readonly Command[]
}

export interface PaletteGroups {
  groups: readonly PaletteGroup[]
  /** Number of all matches, including those beyond the limit. */
  total: number
}

export interface GroupOptions {
  commands: readonly Command[]
  /** Results of the service: in its order, after the local commands. */
  found: readonly Command[]
  recent: readonly Command[]
  scopes: readonly CommandScope[]
  scope: string | undefined
  query: string
  locale: string
  recentHeading: string
}

/** Maximum number of rows: nobody reads further, and each has a cost. */
export const paletteLimit = 100
const recentId = 'recent'
const keyOf = (command: Command) => `${command.scope ?? ''} ${command.id}`

/**
 * Groups of the palette for a query: the group with the best match first, without a query in the order of the scopes.
 */
export function paletteGroups({
  commands,
  found,
  recent,
  scopes,
  scope,
  query,
  locale,
  recentHeading,
}: GroupOptions): PaletteGroups {
  const searching = query.trim() !== ''
  const inScope = (command: Command) => scope === undefined || command.scope === scope
  const lately = searching ? [] : recent.filter(inScope)
  // Nothing is listed twice: a recent command is removed from its own group.
  const elsewhere = new Set(lately.map(keyOf))
  const known = commands
    .filter(command => inScope(command) && !elsewhere.has(keyOf(command)))
    .map(command => ({ command, score: searching ? matchScore(query, command.label, command.keywords, locale) : 1 }))
    .filter(entry => entry.score > 0)
  if (searching) known.sort((a, b) => b.score - a.score)
  const entries = [...known, ...found.filter(inScope).map(command => ({ command, score: 0 }))]

  const byScope = new Map<string, { best: number; commands: Command[] }>()
  const seen = new Set<string>()
  for (const { command, score } of entries) {
    // The service may return a command that is also local.
    const key = keyOf(command)
    if (seen.has(key)) continue
    seen.add(key)
    const group = byScope.get(command.scope ?? '') ?? { best: 0, commands: [] }
    group.best = Math.max(group.best, score)
    group.commands.push(command)
    byScope.set(command.scope ?? '', group)
  }

  const place = (id: string) => {
    const index = scopes.findIndex(known => known.id === id)
    return index < 0 ? scopes.length : index
  }
  const groups = [...byScope]
    .sort(([a, first], [b, second]) =>
      searching && second.best !== first.best ? second.best - first.best : place(a) - place(b),
    )
    .map(
      ([id, group]): PaletteGroup => ({
        id: `scope ${id}`,
        heading: scopes.find(known => known.id === id)?.label,
        commands: group.commands,
      }),
    )
  const all = lately.length > 0 ? [{ id: recentId, heading: recentHeading, commands: lately }, ...groups] : groups
  return { groups: cut(all), total: all.reduce((sum, group) => sum + group.commands.length, 0) }
}

function cut(groups: readonly PaletteGroup[]): PaletteGroup[] {
  let room = paletteLimit
  return groups.flatMap(group => {
    const commands = group.commands.slice(0, room)
    room -= commands.length
    return commands.length > 0 ? [{ ...group, commands }] : []
  })
}
