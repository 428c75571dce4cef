import { Badge, EnvironmentSwitcher, Link, useOptionalNavShell, useToast } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironments, useHref } from '../../platform/environments/environments.tsx'
import { useFavourites } from '../../platform/environments/favourites.ts'
import { useRecentEnvironments } from '../../platform/environments/recent-environments.ts'
import { obstacleOf } from '../../platform/environments/select-environment.ts'
import { OverlayHost } from '../overlays/overlay-host.tsx'
import { AccountMenu } from './account-menu.tsx'
import { environmentTree } from './environment-tree.tsx'
import { HelpMenu } from './help-menu.tsx'
import { JumpBox } from './jump-box.tsx'
import { NotificationControl } from './notification-control.tsx'

/** Environment and account at the end of the top bar. */
export function TopBarControls() {
  return (
    <>
      <JumpBox />
      <EnvironmentControl className="max-sm:hidden" />
      <NotificationControl />
      <HelpMenu />
      <AccountMenu />
      <OverlayHost />
    </>
  )
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
