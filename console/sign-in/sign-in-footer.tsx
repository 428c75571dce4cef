import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
  Icon,
  Link,
  readAppearance,
  setAppearance,
  type ThemePreference,
} from '@assay/design-system'
import { ChevronDown, Languages, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useLanguage } from '../platform/i18n/i18n.tsx'
import { type Language, languageNames, shippedLanguages } from '../platform/i18n/languages.ts'

const themes = [
  ['system', 'SignIn.Footer.ThemeSystem'],
  ['light', 'SignIn.Footer.ThemeLight'],
  ['dark', 'SignIn.Footer.ThemeDark'],
] as const

/** Version, language and theme: a page that cannot be read cannot be signed in to. */
export function SignInFooter({ build, status = true }: { build: string; status?: boolean }) {
  const intl = useIntl()
  const { language, choose } = useLanguage()
  const [theme, setTheme] = useState<ThemePreference>(() => readAppearance().theme)
  const themeName = intl.formatMessage({
    id: themes.find(([value]) => value === theme)?.[1] ?? 'SignIn.Footer.ThemeSystem',
  })
  return (
    <footer className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-4 text-xs text-fg-muted sm:px-6">
      <span>
        <FormattedMessage
          id="SignIn.Footer.Version"
          values={{
            version: (
              <bdi key="version" dir="ltr">
                {build}
              </bdi>
            ),
          }}
        />
      </span>
      <div
        className="flex flex-wrap items-center gap-x-2"
        role="group"
        aria-label={intl.formatMessage({ id: 'SignIn.Footer.Label' })}
      >
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button
              variant="ghost"
              size="sm"
              aria-label={intl.formatMessage({ id: 'SignIn.Footer.Language' }, { language: languageNames[language] })}
            >
              <Icon icon={Languages} />
              <bdi>{languageNames[language]}</bdi>
              <Icon icon={ChevronDown} size={12} />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent side="top" align="end">
            <DropdownMenuRadioGroup value={language} onValueChange={value => void choose(value as Language)}>
              {shippedLanguages.map(tag => (
                <DropdownMenuRadioItem key={tag} value={tag} lang={tag}>
                  <bdi>{languageNames[tag]}</bdi>
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </DropdownMenuContent>
        </DropdownMenu>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button
              variant="ghost"
              size="sm"
              aria-label={intl.formatMessage({ id: 'SignIn.Footer.Theme' }, { theme: themeName })}
            >
              <Icon icon={SunMoon} />
              {themeName}
              <Icon icon={ChevronDown} size={12} />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent side="top" align="end">
            <DropdownMenuRadioGroup
              value={theme}
              onValueChange={value => setTheme(setAppearance({ theme: value as ThemePreference }).theme)}
            >
              {themes.map(([value, id]) => (
                <DropdownMenuRadioItem key={value} value={value}>
                  <FormattedMessage id={id} />
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </DropdownMenuContent>
        </DropdownMenu>
        {status ? (
          <Link href="/health/ready" variant="subtle" className="px-2 text-fg">
            <FormattedMessage id="SignIn.Footer.Status" />
          </Link>
        ) : null}
      </div>
    </footer>
  )
}
