import { Button, Icon } from '@assay/design-system'
import { Plus } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useHref } from '../../../platform/environments/environments.tsx'

/** Leads to the form that registers an application. */
export function CreateLink() {
  const href = useHref()
  return (
    <Button asChild variant="primary">
      <RouterLink to={href('/aadapp/create')}>
        <Icon icon={Plus} />
        <FormattedMessage id="Applications.Create" />
      </RouterLink>
    </Button>
  )
}
