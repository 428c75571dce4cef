import { Avatar, buttonVariants, cn, Icon } from '@assay/design-system'
import { Bell, ChevronsUpDown, CircleHelp, GitFork } from 'lucide-react'
import { useEnvironments } from '../../platform/environments/environments.tsx'
import { JumpBoxPlaceholder } from './jump-box-content.tsx'

/** Environment and account as text, until their menus are loaded. */
export function TopBarPlaceholder() {
  const { session, environment } = useEnvironments()
  const names = environment
    ? [
        ...session.environments
          .filter(({ id }) => environment.ancestorIds.includes(id))
          .map(({ friendlyName }) => friendlyName),
        environment.friendlyName,
      ]
    : []
  return (
    <>
      <JumpBoxPlaceholder className={buttonVariants()} />
      {environment ? (
        <span className={cn(buttonVariants(), 'gap-2 px-2 max-sm:hidden')}>
          <Icon icon={GitFork} className="text-fg-secondary" />
          {names.join(' / ')}
          <Icon icon={ChevronsUpDown} size={12} />
        </span>
      ) : null}
      <span className="flex size-control shrink-0 items-center justify-center">
        <Icon icon={Bell} className="text-fg-secondary" />
      </span>
      <span className="flex size-control shrink-0 items-center justify-center">
        <Icon icon={CircleHelp} className="text-fg-secondary" />
      </span>
      <Avatar name={session.user.name} aria-hidden className="ms-1" />
    </>
  )
}
