import { Button, EmptyState } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'

/** No page has this address. */
export function NotFoundPage() {
  return (
    <EmptyState
      page
      kind="no-results"
      title={<FormattedMessage id="Errors.NoPage.Title" />}
      description={<FormattedMessage id="Errors.NoPage.Description" />}
      actions={<Button asChild><Link to="/"><FormattedMessage id="Errors.NoPage.Back" /></Link></Button>}
    />
  )
}
