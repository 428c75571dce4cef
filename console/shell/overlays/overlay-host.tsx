import { lazyPart, ShortcutHelp } from '@assay/design-system'
import { defined, helpParameter } from '@assay/risk-service/contract'
import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useLocation, useNavigate } from 'react-router-dom'
import { environmentParameter } from '../../platform/environments/environments.tsx'
import { isCaseKey, mergeScopes, resetCaseKeys, setCaseKey } from '../../platform/hotkeys/case-keys.ts'
import { displayKeys } from '../../platform/hotkeys/display.ts'
import { type Hotkey, useActiveHotkeys, useHotkeys } from '../../platform/hotkeys/index.ts'
import { updatePreferences, usePreferences } from '../../platform/preferences/index.ts'
import { section } from '../../platform/sections/section-loaders.ts'
import { useRunningTour } from '../../platform/tours/index.ts'
import { usePages } from '../navigation/pages.ts'
import { useRecentPages } from '../navigation/recent-pages.ts'
import { loadedPalette, loadPalette, preloadPalette, showOverlay, useOverlay } from './overlays.ts'

const LazyPalette = lazyPart(() => loadPalette().then(module => ({ default: module.PaletteSection })))
const AboutDialog = lazyPart(() => import('./about-dialog.tsx').then(module => ({ default: module.AboutDialog })))
const SupportDialog = lazyPart(() => import('./support-dialog.tsx').then(module => ({ default: module.SupportDialog })))
const HelpDialog = lazyPart(async () => ({ default: (await section('Copilot/help')).HelpDialog }))
const TourDialog = lazyPart(async () => ({ default: (await section('TourDialog')).TourDialog }))

/** `g` and the letter of a page; the letters stay, whatever the language. */
const pageKeys: Readonly<Record<string, string>> = {
  '/': 'd',
  '/search': 's',
  '/casemanagement/queues': 'q',
  '/fraud/purchase/rules': 'p',
  '/environments': 'e',
}

/** Palette, shortcuts and tours: the overlays of every page, fetched at their first use. */
export function OverlayHost() {
  const intl = useIntl()
  const navigate = useNavigate()
  const pages = usePages()
  const open = useOverlay()
  const tour = useRunningTour()
  const recent = useRecentPages(pages)
  useEffect(() => {
    // Nothing is waited for: the palette opens at once when its key is pressed.
    const timer = setTimeout(preloadPalette, 1500)
    return () => clearTimeout(timer)
  }, [])
  const go = pages.flatMap((page): Hotkey[] => {
    const key = pageKeys[page.path]
    return key === undefined
      ? []
      : [
          {
            id: `go-${page.path}`,
            keys: `g ${key}`,
            label: intl.formatMessage({ id: 'Hotkeys.GoTo' }, { page: page.label }),
            run: () => void navigate(page.href),
          },
        ]
  })
  useHotkeys({ id: 'everywhere', label: intl.formatMessage({ id: 'Hotkeys.Scope.Everywhere' }), everywhere: true }, [
    {
      id: 'palette',
      keys: 'Mod+K',
      label: intl.formatMessage({ id: 'DesignSystem.CommandPalette.Placeholder' }),
      run: () => showOverlay({ kind: 'palette' }),
    },
    {
      id: 'find',
      keys: '/',
      label: intl.formatMessage({ id: 'Hotkeys.FindEvent' }),
      run: () => showOverlay({ kind: 'palette', scope: 'events' }),
    },
    {
      id: 'help',
      keys: '?',
      label: intl.formatMessage({ id: 'Shell.Help.Shortcuts' }),
      run: () => showOverlay({ kind: 'shortcuts' }),
    },
    ...go,
  ])
  return (
    <>
      {open?.kind === 'palette' ? (
        <Suspense>
          <Palette
            pages={pages}
            recent={recent}
            {...defined({ scope: open.scope })}
            onClose={() => showOverlay(null)}
            onShowShortcuts={() => showOverlay({ kind: 'shortcuts' })}
          />
        </Suspense>
      ) : null}
      {open?.kind === 'shortcuts' ? <Shortcuts /> : null}
      {open?.kind === 'about' ? (
        <Suspense>
          <AboutDialog onClose={() => showOverlay(null)} />
        </Suspense>
      ) : null}
      {open?.kind === 'support' ? (
        <Suspense>
          <SupportDialog onClose={() => showOverlay(null)} />
        </Suspense>
      ) : null}
      <Help />
      {tour ? (
        <Suspense>
          <TourDialog key={tour.id} tour={tour} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The topic of the help that the address names, over the page of the address. */
function Help() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const topic = new URLSearchParams(search).get(helpParameter)
  if (topic === null) return null
  const withTopic = (next: string | null): string => {
    const parameters = new URLSearchParams(search)
    if (next === null) parameters.delete(helpParameter)
    else parameters.set(helpParameter, next)
    return `${pathname}${parameters.size === 0 ? '' : `?${parameters}`}`
  }
  const environment = new URLSearchParams(search).get(environmentParameter)
  const inEnvironment = environment === null ? '' : `?${new URLSearchParams({ [environmentParameter]: environment })}`
  return (
    <Suspense>
      <HelpDialog
        topic={topic}
        hrefOf={target => ('topic' in target ? withTopic(target.topic) : `${target.page}${inEnvironment}`)}
        onClose={() => void navigate(withTopic(null), { replace: true })}
      />
    </Suspense>
  )
}

function Palette(props: ComponentProps<typeof LazyPalette>) {
  const [Shown] = useState(() => loadedPalette() ?? LazyPalette)
  return <Shown {...props} />
}

function Shortcuts() {
  const active = useActiveHotkeys()
  const { shortcutsEnabled, caseKeys } = usePreferences()
  const rtl = document.documentElement.dir === 'rtl'
  const changeable = new Set(
    active.flatMap(({ scope, hotkeys }) => (scope.editable ? hotkeys.map(({ id }) => id) : [])),
  )
  return (
    <ShortcutHelp
      open
      onOpenChange={open => {
        if (!open) showOverlay(null)
      }}
      regions={mergeScopes(active).map(({ scope, hotkeys }) => ({
        id: scope.id,
        label: scope.label,
        everywhere: scope.everywhere ?? false,
        shortcuts: hotkeys.map(({ id, label, keys }) => ({
          id,
          label,
          keys: displayKeys(keys, { rtl }),
          fixed: !changeable.has(id),
        })),
      }))}
      singleKeys={shortcutsEnabled}
      onSingleKeysChange={on => void updatePreferences({ shortcutsEnabled: on })}
      {...(changeable.size === 0
        ? {}
        : {
            allows: isCaseKey,
            onRemap: ({ id, keys }: { id: string; keys: string }) => setCaseKey(id, keys),
            ...(Object.keys(caseKeys).length > 0 ? { onReset: resetCaseKeys } : {}),
          })}
    />
  )
}
