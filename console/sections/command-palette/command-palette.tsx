import {
  type Command,
  CommandPalette,
  type CommandSearch,
  readAppearance,
  useFormat,
  useToast,
} from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import {
  Building2,
  CalendarClock,
  Compass,
  Copy,
  Eye,
  GitFork,
  Keyboard,
  Languages,
  LogOut,
  Rows3,
  Search,
  SunMoon,
} from 'lucide-react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { client } from '../../platform/api/client.ts'
import { isUsable, useCan, useEnvironments, useHref } from '../../platform/environments/environments.tsx'
import { useRecentEnvironments } from '../../platform/environments/recent-environments.ts'
import { useAssessmentName } from '../../platform/events/use-assessment-name.ts'
import { useLanguage } from '../../platform/i18n/i18n.tsx'
import { languageNames, shippedLanguages } from '../../platform/i18n/languages.ts'
import { updatePreferences, usePreferences } from '../../platform/preferences/index.ts'
import { searchParameters } from '../../platform/search-url/search-url.ts'
import { signOut, switchTenant } from '../../platform/session/index.ts'
import { startTour, useTours } from '../../platform/tours/index.ts'
import { eventIdOf, lookupsOf } from './lookup.ts'

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

const rowsPerLookup = 5
/** Environments used lately, below the pages. */
const maxEnvironments = 3

/** Go to a page, an environment or an event, or do what has no page. */
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

function useEventSearch(): CommandSearch | undefined {
  const intl = useIntl()
  const format = useFormat()
  const navigate = useNavigate()
  const href = useHref()
  const can = useCan()
  const nameOf = useAssessmentName()
  const { environment } = useEnvironments()
  if (!environment || !can('search')) return undefined
  const commandOf = (row: EventRow): Command => ({
    id: row.eventId,
    label: row.externalId,
    scope: 'events',
    icon: Eye,
    detail: [
      row.eventType === 'purchase' ? null : nameOf(row.eventType),
      row.userName ?? row.email ?? row.userId,
      format.dateTime(row.at),
    ]
      .filter(Boolean)
      .join(' · '),
    onSelect: () =>
      void navigate(href(`/search/${row.eventType}/${row.environmentId}/${encodeURIComponent(row.externalId)}`)),
  })
  return async ({ query, scope, signal }) => {
    if (scope !== undefined && scope !== 'events') return []
    const lookups = lookupsOf(query)
    const id = eventIdOf(query)
    const answers = await Promise.all(
      lookups.map(({ condition }) =>
        client.search.events(
          {
            environmentId: environment.id,
            eventType: 'purchase',
            filter: { period: 'all', conditions: [condition] },
            limit: rowsPerLookup,
          },
          { signal, context: { read: true } },
        ),
      ),
    )
    // An id of ours, from a log or an address, or of an event that is no purchase.
    const named =
      id === null || answers.some(({ rows: hits }) => hits.length > 0)
        ? []
        : ((await client.events.find({ environmentId: environment.id, id }, { signal, context: { read: true } }))
            .rows as EventRow[])
    const rows = new Map(
      [...named, ...(answers as { rows: EventRow[] }[]).flatMap(answer => answer.rows)].map(row => [row.eventId, row]),
    )
    const found = answers.findIndex(answer => answer.rows.length > 0)
    // All of them, in the column where it was found.
    const best = lookups[found]
    return [
      ...[...rows.values()].map(commandOf),
      ...(best
        ? [
            {
              id: 'all',
              label: intl.formatMessage({ id: 'Palette.SearchFor' }, { query: query.trim() }),
              scope: 'events',
              icon: Search,
              onSelect: () =>
                void navigate(
                  href('/search', searchParameters({ filter: { period: 'all', conditions: [best.condition] } })),
                ),
            },
          ]
        : []),
    ]
  }
}

function useEnvironmentCommands(): Command[] {
  const { environments, environment, choose } = useEnvironments()
  const names = new Map(environments.map(({ id, friendlyName }) => [id, friendlyName]))
  return environments
    .filter(each => isUsable(each) && each.id !== environment?.id)
    .map(each => ({
      id: each.id,
      label: each.friendlyName,
      scope: 'environments',
      icon: GitFork,
      keywords: [each.name, each.id],
      ...(each.ancestorIds.length > 0 ? { detail: each.ancestorIds.map(id => names.get(id) ?? '').join(' / ') } : {}),
      onSelect: () => choose(each.id),
    }))
}

function useActions(onShowShortcuts: () => void): Command[] {
  const intl = useIntl()
  const { toast } = useToast()
  const { environment } = useEnvironments()
  const { language, choose } = useLanguage()
  const { shortcutsEnabled, theme, density } = usePreferences()
  const tours = useTours()
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  const shown = readAppearance()
  const themes = [
    ['system', 'Shell.Account.ThemeSystem'],
    ['light', 'Shell.Account.ThemeLight'],
    ['dark', 'Shell.Account.ThemeDark'],
  ] as const
  const densities = [
    ['compact', 'Shell.Account.DensityCompact'],
    ['comfortable', 'Shell.Account.DensityComfortable'],
    ['spacious', 'Shell.Account.DensitySpacious'],
  ] as const
  const detail = (current: boolean) => (current ? { detail: text('Palette.Current') } : {})
  return [
    {
      id: 'theme',
      label: text('Palette.Theme'),
      scope: 'actions',
      icon: SunMoon,
      keywords: themes.map(([, id]) => text(id)),
      children: themes.map(([value, id]) => ({
        id: value,
        label: text(id),
        ...detail(value === (theme ?? shown.theme)),
        onSelect: () => void updatePreferences({ theme: value }),
      })),
    },
    {
      id: 'density',
      label: text('Palette.Density'),
      scope: 'actions',
      icon: Rows3,
      keywords: densities.map(([, id]) => text(id)),
      children: densities.map(([value, id]) => ({
        id: value,
        label: text(id),
        ...detail(value === (density ?? shown.density)),
        onSelect: () => void updatePreferences({ density: value }),
      })),
    },
    {
      id: 'language',
      label: text('Palette.Language'),
      scope: 'actions',
      icon: Languages,
      keywords: Object.values(languageNames),
      children: shippedLanguages.map(tag => ({
        id: tag,
        label: languageNames[tag],
        ...detail(tag === language),
        onSelect: () => {
          void choose(tag)
          void updatePreferences({ language: tag })
        },
      })),
    },
    {
      id: 'shortcuts',
      label: text('Palette.Shortcuts'),
      scope: 'actions',
      icon: Keyboard,
      ...(shortcutsEnabled ? { shortcut: '?' } : {}),
      onSelect: onShowShortcuts,
    },
    ...(environment
      ? [
          {
            id: 'copy-environment',
            label: text('Palette.CopyEnvironmentId'),
            scope: 'actions',
            icon: Copy,
            detail: environment.friendlyName,
            keywords: [environment.id],
            onSelect: () => {
              navigator.clipboard.writeText(environment.id).then(
                () => toast({ title: text('Palette.Copied', { environment: environment.friendlyName }) }),
                () => toast({ tone: 'danger', title: text('Palette.NotCopied', { id: environment.id }) }),
              )
            },
          },
        ]
      : []),
    ...tours.map(
      ({ id, titleId }): Command => ({
        id: `tour-${id}`,
        label: text('Tours.Start', { tour: text(titleId) }),
        scope: 'actions',
        icon: Compass,
        onSelect: () => startTour(id),
      }),
    ),
    {
      id: 'switch-tenant',
      label: text('Shell.Account.SwitchTenant'),
      scope: 'actions',
      icon: Building2,
      onSelect: () => void switchTenant(),
    },
    {
      id: 'sign-out',
      label: text('Shell.Account.SignOut'),
      scope: 'actions',
      icon: LogOut,
      onSelect: () => void signOut(),
    },
  ]
}
