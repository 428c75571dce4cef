import {
  Avatar, DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuLabel, DropdownMenuRadioGroup, DropdownMenuRadioItem,
  DropdownMenuSeparator, DropdownMenuSub, DropdownMenuSubContent, DropdownMenuSubTrigger, DropdownMenuTrigger, Icon, readAppearance,
  setAppearance, VisuallyHidden, type Appearance,
} from '@assay/design-system'
import { Building2, Languages, LogOut, Rows3, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useEnvironments } from '../platform/environments/environments.tsx'
import { useLanguage } from '../platform/i18n/i18n.tsx'
import { languageNames, shippedLanguages, type Language } from '../platform/i18n/languages.ts'
import { signOut, switchTenant } from '../platform/session/index.ts'

const themes = [['system', 'Shell.Account.ThemeSystem'], ['light', 'Shell.Account.ThemeLight'], ['dark', 'Shell.Account.ThemeDark']] as const
const densities = [
  ['compact', 'Shell.Account.DensityCompact'], ['comfortable', 'Shell.Account.DensityComfortable'], ['spacious', 'Shell.Account.DensitySpacious'],
] as const

/** Who is signed in, how the console looks and speaks, and the way out. */
export function AccountMenu() {
  const { session } = useEnvironments()
  const { language, choose } = useLanguage()
  const [appearance, setState] = useState<Appearance>(readAppearance)
  const change = (next: Partial<Appearance>) => setState(setAppearance(next))
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="ms-1 rounded-full focus-ring">
        <Avatar name={session.user.name} aria-hidden />
        <VisuallyHidden><FormattedMessage id="Shell.Account.Menu" values={{ name: session.user.name }} /></VisuallyHidden>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>
          <bdi className="block font-medium text-fg">{session.user.name}</bdi>
          <bdi dir="ltr" className="block font-normal">{session.user.username}</bdi>
          <bdi className="block font-normal">{session.tenant.name}</bdi>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuSub>
          <DropdownMenuSubTrigger start={<Icon icon={Languages} />}><FormattedMessage id="Shell.Account.Language" /></DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            <DropdownMenuRadioGroup value={language} onValueChange={value => void choose(value as Language)}>
              {shippedLanguages.map(tag => <DropdownMenuRadioItem key={tag} value={tag} lang={tag}><bdi>{languageNames[tag]}</bdi></DropdownMenuRadioItem>)}
            </DropdownMenuRadioGroup>
          </DropdownMenuSubContent>
        </DropdownMenuSub>
        <DropdownMenuSub>
          <DropdownMenuSubTrigger start={<Icon icon={SunMoon} />}><FormattedMessage id="Shell.Account.Theme" /></DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            <DropdownMenuRadioGroup value={appearance.theme} onValueChange={value => change({ theme: value as Appearance['theme'] })}>
              {themes.map(([value, id]) => <DropdownMenuRadioItem key={value} value={value}><FormattedMessage id={id} /></DropdownMenuRadioItem>)}
            </DropdownMenuRadioGroup>
          </DropdownMenuSubContent>
        </DropdownMenuSub>
        <DropdownMenuSub>
          <DropdownMenuSubTrigger start={<Icon icon={Rows3} />}><FormattedMessage id="Shell.Account.Density" /></DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            <DropdownMenuRadioGroup value={appearance.density} onValueChange={value => change({ density: value as Appearance['density'] })}>
              {densities.map(([value, id]) => <DropdownMenuRadioItem key={value} value={value}><FormattedMessage id={id} /></DropdownMenuRadioItem>)}
            </DropdownMenuRadioGroup>
          </DropdownMenuSubContent>
        </DropdownMenuSub>
        <DropdownMenuSeparator />
        <DropdownMenuItem start={<Icon icon={Building2} />} onSelect={() => void switchTenant()}><FormattedMessage id="Shell.Account.SwitchTenant" /></DropdownMenuItem>
        <DropdownMenuItem start={<Icon icon={LogOut} />} onSelect={() => void signOut()}><FormattedMessage id="Shell.Account.SignOut" /></DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
