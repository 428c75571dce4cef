import { type Command, readAppearance, useToast } from '@assay/design-system'
import { Building2, Compass, Copy, GitFork, Keyboard, Languages, LogOut, Rows3, SunMoon } from 'lucide-react'
import { useIntl } from 'react-intl'
import { isUsable, useEnvironments } from '../../platform/environments/environments.tsx'
import { useLanguage } from '../../platform/i18n/i18n.tsx'
import { languageNames, shippedLanguages } from '../../platform/i18n/languages.ts'
import { updatePreferences, usePreferences } from '../../platform/preferences/index.ts'
import { signOut, switchTenant } from '../../platform/session/index.ts'
import { startTour, useTours } from '../../platform/tours/index.ts'

export function useEnvironmentCommands(): Command[] {
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

export function useActions(onShowShortcuts: () => void): Command[] {
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
