import { useNextCaseChoice } from '../../platform/cases/use-page-options.ts'
import { useCan } from '../../platform/environments/environments.tsx'
import { PreferencesDialog, type PreferencesDialogProps } from '../../platform/preferences/preferences-dialog.tsx'
import { usePages } from '../navigation/pages.ts'

interface UserPreferencesProps {
  onClose: () => void
}

/** The preferences of the signed-in user, with what the tenant decides in place of the user. */
export function UserPreferences({ onClose }: UserPreferencesProps) {
  const startPages = usePages()
  const can = useCan()
  // The options of the tenant are read by way of an environment whose events the user may see.
  return can('search') ? (
    <TenantPreferences startPages={startPages} onClose={onClose} />
  ) : (
    <PreferencesDialog startPages={startPages} tenantOpensNext={null} onClose={onClose} />
  )
}

function TenantPreferences(props: Omit<PreferencesDialogProps, 'tenantOpensNext'>) {
  const { opens, mode } = useNextCaseChoice()
  return <PreferencesDialog {...props} tenantOpensNext={mode === 'user' ? null : opens} />
}
