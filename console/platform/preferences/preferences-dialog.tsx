import {
  type Appearance,
  Callout,
  Combobox,
  Dialog,
  DialogContent,
  Field,
  Icon,
  Radio,
  RadioGroup,
  readAppearance,
  SegmentedControl,
  Select,
  Switch,
} from '@assay/design-system'
import type { Preferences, PreferencesPatch } from '@assay/risk-service/contract'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useLanguage } from '../i18n/i18n.tsx'
import { languageNames, shippedLanguages } from '../i18n/languages.ts'
import { useOffline } from '../offline/connection.ts'
import { updatePreferences, usePreferences } from './index.ts'
import { browserTimeZone, timeZoneChoices } from './time-zones.ts'

interface StartPageChoice {
  path: string
  label: string
}

export interface PreferencesDialogProps {
  /** Pages that the user may open. */
  startPages: readonly StartPageChoice[]
  /** Whether the next case opens for everyone, where the tenant decides that; null: each user decides. */
  tenantOpensNext: boolean | null
  onClose: () => void
}

const browserZone = 'browser'

/** Appearance, language and start page of the console for the signed-in user. Every choice is saved at once. */
export function PreferencesDialog({ startPages, tenantOpensNext, onClose }: PreferencesDialogProps) {
  const intl = useIntl()
  const { language, choose } = useLanguage()
  const preferences = usePreferences()
  const offline = useOffline()
  const [saved, setSaved] = useState(0)
  const [failed, setFailed] = useState(false)
  const change = (patch: PreferencesPatch) =>
    void updatePreferences(patch).then(done => {
      setFailed(!done)
      if (done) setSaved(count => count + 1)
    })
  const text = (id: string) => intl.formatMessage({ id })
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Preferences.Title" />}
        footer={<SavedIndicator count={saved} failed={failed} />}
      >
        <fieldset
          disabled={offline}
          aria-label={text('Preferences.Title')}
          className="m-0 flex min-w-0 flex-col gap-5 border-0 p-0 pbe-2"
        >
          {offline ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Offline.Writes" />
            </Callout>
          ) : null}
          <AppearanceFields preferences={preferences} onChange={change} />
          <Group title={<FormattedMessage id="Preferences.Group.Region" />}>
            <Field label={<FormattedMessage id="Shell.Account.Language" />}>
              <Select
                options={shippedLanguages.map(tag => ({ value: tag, label: languageNames[tag] }))}
                value={language}
                onValueChange={tag => {
                  void choose(tag)
                  change({ language: tag })
                }}
              />
            </Field>
            <TimeZoneField value={preferences.timeZone} onChange={timeZone => change({ timeZone })} />
          </Group>
          <Group title={<FormattedMessage id="Preferences.Group.Work" />}>
            <Field
              label={<FormattedMessage id="Preferences.StartPage" />}
              description={<FormattedMessage id="Preferences.StartPage.Help" />}
            >
              <Select
                options={startPages.map(({ path, label }) => ({ value: path, label }))}
                value={
                  startPages.some(({ path }) => path === preferences.startPage) ? (preferences.startPage ?? '/') : '/'
                }
                onValueChange={path => change({ startPage: path === '/' ? null : path })}
              />
            </Field>
            <Switch
              label={<FormattedMessage id="Preferences.Shortcuts" />}
              description={<FormattedMessage id="Preferences.Shortcuts.Help" />}
              checked={preferences.shortcutsEnabled}
              onCheckedChange={shortcutsEnabled => change({ shortcutsEnabled })}
            />
            <Switch
              label={<FormattedMessage id="Preferences.AutoAdvance" />}
              description={
                tenantOpensNext === null ? (
                  <FormattedMessage id="Preferences.AutoAdvance.Help" />
                ) : (
                  <FormattedMessage id="Preferences.AutoAdvance.Tenant" values={{ opens: String(tenantOpensNext) }} />
                )
              }
              disabled={tenantOpensNext !== null}
              checked={tenantOpensNext ?? preferences.autoAdvance}
              onCheckedChange={autoAdvance => change({ autoAdvance })}
            />
          </Group>
          <section className="flex flex-col gap-2">
            <h3 className="text-sm font-semibold">
              <FormattedMessage id="Preferences.UsageData" />
            </h3>
            <Field
              label={<FormattedMessage id="Preferences.UsageData" />}
              labelHidden
              description={<FormattedMessage id="Preferences.UsageData.Help" />}
            >
              <RadioGroup
                orientation="horizontal"
                value={preferences.usageData}
                onValueChange={value => change({ usageData: value === 'all' ? 'all' : 'errors' })}
              >
                <Radio value="errors" label={text('Preferences.UsageData.Errors')} />
                <Radio value="all" label={text('Preferences.UsageData.All')} />
              </RadioGroup>
            </Field>
          </section>
        </fieldset>
      </DialogContent>
    </Dialog>
  )
}

function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">{children}</div>
    </section>
  )
}

function AppearanceFields({
  preferences,
  onChange,
}: {
  preferences: Preferences
  onChange: (patch: PreferencesPatch) => void
}) {
  const intl = useIntl()
  const shown: Appearance = readAppearance()
  const label = (id: string) => <FormattedMessage id={id} />
  return (
    <Group title={<FormattedMessage id="Preferences.Group.Looks" />}>
      <Choice title={label('Shell.Account.Theme')}>
        <SegmentedControl
          label={intl.formatMessage({ id: 'Shell.Account.Theme' })}
          segments={[
            { value: 'system', label: label('Shell.Account.ThemeSystem') },
            { value: 'light', label: label('Shell.Account.ThemeLight') },
            { value: 'dark', label: label('Shell.Account.ThemeDark') },
          ]}
          value={preferences.theme ?? shown.theme}
          onValueChange={theme => onChange({ theme })}
        />
      </Choice>
      <Choice title={label('Preferences.Contrast')}>
        <SegmentedControl
          label={intl.formatMessage({ id: 'Preferences.Contrast' })}
          segments={[
            { value: 'normal', label: label('Preferences.Contrast.Normal') },
            { value: 'more', label: label('Preferences.Contrast.More') },
          ]}
          value={preferences.contrast ?? shown.contrast}
          onValueChange={contrast => onChange({ contrast })}
        />
      </Choice>
      <Choice title={label('Shell.Account.Density')}>
        <SegmentedControl
          label={intl.formatMessage({ id: 'Shell.Account.Density' })}
          segments={[
            { value: 'compact', label: label('Shell.Account.DensityCompact') },
            { value: 'comfortable', label: label('Shell.Account.DensityComfortable') },
            { value: 'spacious', label: label('Shell.Account.DensitySpacious') },
          ]}
          value={preferences.density ?? shown.density}
          onValueChange={density => onChange({ density })}
        />
      </Choice>
    </Group>
  )
}

/** The control names itself; the words above it are for the eye. */
function Choice({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 last:sm:col-span-2">
      <span aria-hidden className="text-xs font-medium text-fg-secondary">
        {title}
      </span>
      {children}
    </div>
  )
}

function TimeZoneField({ value, onChange }: { value: string | null; onChange: (zone: string | null) => void }) {
  const intl = useIntl()
  const options = useMemo(
    () => [
      {
        value: browserZone,
        label: intl.formatMessage(
          { id: 'Preferences.TimeZone.Browser' },
          { zone: browserTimeZone().replaceAll('_', ' ') },
        ),
      },
      ...timeZoneChoices(intl.locale, new Date()),
    ],
    [intl],
  )
  return (
    <Field
      label={<FormattedMessage id="Preferences.TimeZone" />}
      description={<FormattedMessage id="Preferences.TimeZone.Help" />}
    >
      <Combobox
        options={options}
        value={value ?? browserZone}
        // Emptied for another search: that is not a choice.
        onValueChange={zone => {
          if (zone !== '') onChange(zone === browserZone ? null : zone)
        }}
      />
    </Field>
  )
}

/**
 * Unobtrusive: it appears where nothing moves, and disappears again. A failure stays visible: the toast with the
 * command to retry is behind the dialog.
 */
function SavedIndicator({ count, failed }: { count: number; failed: boolean }) {
  const [over, setOver] = useState(0)
  useEffect(() => {
    if (count === 0) return
    const timer = setTimeout(() => setOver(count), 2500)
    return () => clearTimeout(timer)
  }, [count])
  if (failed)
    return (
      <p role="alert" className="min-h-5 text-xs text-danger-text">
        <FormattedMessage id="Preferences.SaveFailed" />
      </p>
    )
  return (
    <p role="status" className="flex min-h-5 items-center gap-1 text-xs text-fg-secondary">
      {count > over ? (
        <>
          <Icon icon={Check} size={12} />
          <FormattedMessage id="Preferences.Saved" />
        </>
      ) : null}
    </p>
  )
}
