import { EnvironmentSwitcher } from '@assay/design-system'
import { useEnvironments } from '../platform/environments/environments.tsx'
import { AccountMenu } from './account-menu.tsx'
import { environmentTree } from './environment-tree.tsx'

/** Environment and account at the end of the top bar. */
export function TopBarControls() {
  const { session, environment, choose } = useEnvironments()
  return (
    <>
      {environment ? <EnvironmentSwitcher environments={environmentTree(session.environments)} value={environment.id} onValueChange={choose} /> : null}
      <AccountMenu />
    </>
  )
}
