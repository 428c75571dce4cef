import {
  type Appearance,
  Avatar,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
  Icon,
  lazyPart,
  readAppearance,
  VisuallyHidden,
} from '@assay/design-system'
import { Languages, LogOut, Rows3, Settings2, SunMoon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useEnvironments } from '../../platform/environments/environments.tsx'
import { useLanguage } from '../../platform/i18n/i18n.tsx'
import { type Language, languageNames, shippedLanguages } from '../../platform/i18n/languages.ts'
import { updatePreferences, usePreferences } from '../../platform/preferences/index.ts'
import { signOut } from '../../platform/session/index.ts'
import { SwitchTenant } from './switch-tenant.tsx'

const UserPreferences = lazyPart(() =>
  import('./preferences.tsx').then(module => ({ default: module.UserPreferences })),
)

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

/** Who is signed in, how the console looks and speaks, and the way out. */
export function AccountMenu() {
  const { session } = useEnvironments()
  const { language, choose } = useLanguage()
  const { theme, density } = usePreferences()
  const shown = readAppearance()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger className="ms-1 rounded-full focus-ring">
          <Avatar name={session.user.name} aria-hidden />
          <VisuallyHidden>
            <FormattedMessage id="Shell.Account.Menu" values={{ name: session.user.name }} />
          </VisuallyHidden>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuLabel>
            <bdi className="block font-medium text-fg">{session.user.name}</bdi>
            <bdi dir="ltr" className="block font-normal">
              {session.user.username}
            </bdi>
            <bdi className="block font-normal">{session.tenant.name}</bdi>
          </DropdownMenuLabel>
          <DropdownMenuSeparator />
          <DropdownMenuSub>
            <DropdownMenuSubTrigger start={<Icon icon={Languages} />}>
              <FormattedMessage id="Shell.Account.Language" />
            </DropdownMenuSubTrigger>
            <DropdownMenuSubContent>
              <DropdownMenuRadioGroup
                value={language}
                onValueChange={value => {
                  void choose(value as Language)
                  void updatePreferences({ language: value })
                }}
              >
                {shippedLanguages.map(tag => (
                  <DropdownMenuRadioItem key={tag} value={tag} lang={tag}>
                    <bdi>{languageNames[tag]}</bdi>
                  </DropdownMenuRadioItem>
                ))}
              </DropdownMenuRadioGroup>
            </DropdownMenuSubContent>
          </DropdownMenuSub>
          <DropdownMenuSub>
            <DropdownMenuSubTrigger start={<Icon icon={SunMoon} />}>
              <FormattedMessage id="Shell.Account.Theme" />
            </DropdownMenuSubTrigger>
            <DropdownMenuSubContent>
              <DropdownMenuRadioGroup
                value={theme ?? shown.theme}
                onValueChange={value => void updatePreferences({ theme: value as Appearance['theme'] })}
              >
                {themes.map(([value, id]) => (
                  <DropdownMenuRadioItem key={value} value={value}>
                    <FormattedMessage id={id} />
                  </DropdownMenuRadioItem>
                ))}
              </DropdownMenuRadioGroup>
            </DropdownMenuSubContent>
          </DropdownMenuSub>
          <DropdownMenuSub>
            <DropdownMenuSubTrigger start={<Icon icon={Rows3} />}>
              <FormattedMessage id="Shell.Account.Density" />
            </DropdownMenuSubTrigger>
            <DropdownMenuSubContent>
              <DropdownMenuRadioGroup
                value={density ?? shown.density}
                onValueChange={value => void updatePreferences({ density: value as Appearance['density'] })}
              >
                {densities.map(([value, id]) => (
                  <DropdownMenuRadioItem key={value} value={value}>
                    <FormattedMessage id={id} />
                  </DropdownMenuRadioItem>
                ))}
              </DropdownMenuRadioGroup>
            </DropdownMenuSubContent>
          </DropdownMenuSub>
          <DropdownMenuItem start={<Icon icon={Settings2} />} onSelect={() => setEditing(true)}>
            <FormattedMessage id="Preferences.Open" />
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <SwitchTenant />
          <DropdownMenuItem start={<Icon icon={LogOut} />} onSelect={() => void signOut()}>
            <FormattedMessage id="Shell.Account.SignOut" />
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {editing ? (
        <Suspense>
          <UserPreferences onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
