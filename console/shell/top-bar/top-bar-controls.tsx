import { Badge, Button, EnvironmentSwitcher, Link, lazyPart, useOptionalNavShell, useToast } from '@assay/design-system'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan, useEnvironments, useHref } from '../../platform/environments/environments.tsx'
import { useFavourites } from '../../platform/environments/favourites.ts'
import { useRecentEnvironments } from '../../platform/environments/recent-environments.ts'
import { obstacleOf } from '../../platform/environments/select-environment.ts'
import { LiveUpdates } from '../../platform/live/live-updates.tsx'
import { section } from '../../platform/sections/section-loaders.ts'
import { AssistantButton } from '../assistant/assistant-button.tsx'
import { OverlayHost } from '../overlays/overlay-host.tsx'
import { preloadPalette, showOverlay } from '../overlays/overlays.ts'
import { AccountMenu } from './account-menu.tsx'
import { environmentTree } from './environment-tree.tsx'
import { HelpMenu } from './help-menu.tsx'
import { JumpBoxContent, jumpBoxClass } from './jump-box-content.tsx'

const NotificationBell = lazyPart(async () => ({ default: (await section('NotificationCallout')).NotificationBell }))
const NotificationCenter = lazyPart(async () => ({ default: (await section('Notifications')).NotificationCenter }))

// Most visits have none: neither the first page nor its figures wait for it.
const UnfinishedCases = lazyPart(() =>
  import('./unfinished-cases.tsx').then(module => ({ default: module.UnfinishedCases })),
)

/** Environment and account at the end of the top bar. */
export function TopBarControls() {
  return (
    <>
      <JumpBox />
      <UnfinishedControl />
      <EnvironmentControl className="max-sm:hidden" />
      <AssistantButton />
      <NotificationControl />
      <HelpMenu />
      <AccountMenu />
      <OverlayHost />
    </>
  )
}

/** The caller's unfinished cases, for those who review cases in the environment. */
function UnfinishedControl() {
  const { environment } = useEnvironments()
  const can = useCan()
  return environment && can('cases.review', 'write') ? (
    <Suspense fallback={null}>
      <UnfinishedCases key={environment.id} />
    </Suspense>
  ) : null
}

/** Where the top bar has no room for it, the environment stands above the navigation, in the drawer. */
export function DrawerEnvironment() {
  const shell = useOptionalNavShell()
  return (
    <EnvironmentControl className="w-full justify-between sm:hidden" onChosen={() => shell?.setDrawerOpen(false)} />
  )
}

/** The environment in use, and the way to every other one. */
function EnvironmentControl({ className, onChosen }: { className: string; onChosen?: () => void }) {
  const intl = useIntl()
  const { toast } = useToast()
  const { environments, environment, choose } = useEnvironments()
  const { favourites } = useFavourites()
  const recent = useRecentEnvironments()
  const href = useHref()
  const [open, setOpen] = useState(false)
  if (environments.length === 0) return null
  const refuse = (id: string) => {
    const environment = environments.find(each => each.id === id)
    const obstacle = environment && obstacleOf(environment)
    if (!environment || !obstacle) return
    toast({
      title: intl.formatMessage(
        { id: obstacle === 'beingCreated' ? 'Environments.Switch.BeingCreated' : 'Environments.Switch.NotAvailable' },
        { name: environment.friendlyName },
      ),
    })
  }
  return (
    <>
      {environment?.kind === 'sandbox' ? (
        <Badge className="max-sm:hidden">
          <FormattedMessage id="Environments.Kind.Sandbox" />
        </Badge>
      ) : null}
      <EnvironmentSwitcher
        environments={environmentTree(environments, { favourites, recent, current: environment?.id ?? null })}
        value={environment?.id ?? ''}
        className={className}
        onValueChange={id => {
          choose(id)
          onChosen?.()
        }}
        onDisabledPress={refuse}
        open={open}
        onOpenChange={setOpen}
        footer={
          <Link
            variant="standalone"
            href={href('/environments')}
            onClick={() => {
              setOpen(false)
              onChosen?.()
            }}
          >
            <FormattedMessage id="Environments.Switch.Manage" />
          </Link>
        }
      />
    </>
  )
}

/** Opens the palette; looks like the field that it opens. */
function JumpBox() {
  return (
    <Button
      className={jumpBoxClass}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      onClick={() => showOverlay({ kind: 'palette' })}
    >
      <JumpBoxContent />
    </Button>
  )
}

/** The bell, its panel, and the stream that updates both of them and every page. */
function NotificationControl() {
  const [all, setAll] = useState(false)
  return (
    <>
      <LiveUpdates />
      <span className="flex size-control shrink-0">
        <Suspense fallback={null}>
          <NotificationBell onSeeAll={() => setAll(true)} />
        </Suspense>
      </span>
      {all ? (
        <Suspense fallback={null}>
          <NotificationCenter onClose={() => setAll(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
