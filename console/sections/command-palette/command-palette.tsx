import { type Command, CommandPalette } from '@assay/design-system'
import { CalendarClock } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { useCan, useHref } from '../../platform/environments/environments.tsx'
import { useRecentEnvironments } from '../../platform/environments/recent-environments.ts'
import { useActions, useEnvironmentCommands } from './use-commands.ts'
import { useEventSearch } from './use-event-search.ts'

export interface PalettePage {
  id: string
  path: string
  href: string
  label: string
  group: string | undefined
  icon: Command['icon'] | undefined
}

export interface PaletteSectionProps {
  /** Pages that the user may open. */
  pages: readonly PalettePage[]
  /** Paths visited lately, latest first. */
  recent: readonly { path: string; label: string }[]
  /** Looks among these alone at first. */
  scope?: string
  onClose: () => void
  onShowShortcuts: () => void
}

/** Environments used lately, below the pages. */
const maxEnvironments = 3

/** Opens a page, an environment or an event, or runs a command that has no page. */
export function PaletteSection({ pages, recent, scope, onClose, onShowShortcuts }: PaletteSectionProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const href = useHref()
  const can = useCan()
  const text = (id: string) => intl.formatMessage({ id })
  const search = useEventSearch()
  const actions = useActions(onShowShortcuts)
  const environments = useEnvironmentCommands()
  const pageCommands = pages.map(
    (page): Command => ({
      id: page.path,
      label: page.label,
      scope: 'pages',
      ...(page.icon ? { icon: page.icon } : {}),
      ...(page.group === undefined ? {} : { detail: page.group, keywords: [page.group] }),
      onSelect: () => void navigate(page.href),
    }),
  )
  const usedLately = useRecentEnvironments()
    .flatMap(id => environments.find(each => each.id === id) ?? [])
    .slice(0, maxEnvironments)
  const recentCommands = recent.map(
    ({ path, label }): Command =>
      pageCommands.find(({ id }) => id === path) ?? {
        id: path,
        label,
        scope: 'events',
        icon: CalendarClock,
        onSelect: () => void navigate(href(path)),
      },
  )
  return (
    <CommandPalette
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
      commands={[...pageCommands, ...environments, ...actions]}
      scopes={[
        { id: 'pages', label: text('Palette.Scope.Pages') },
        ...(can('search') ? [{ id: 'events', label: text('Palette.Scope.Events') }] : []),
        { id: 'environments', label: text('Palette.Scope.Environments') },
        { id: 'actions', label: text('Palette.Scope.Actions') },
      ]}
      {...(scope === undefined || (scope === 'events' && !can('search')) ? {} : { defaultScope: scope })}
      recent={[...recentCommands, ...usedLately]}
      placeholder={text('Palette.Placeholder')}
      {...(search ? { search } : {})}
    />
  )
}
