import { TabLink, TabNav } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../../../platform/environments/environments.tsx'
import { applySearchState, useSearchState } from '../../../platform/router/use-search-state.ts'
import { billingParameters, billingViews } from './billing-address.ts'

/** Leads to the other views of the tab. */
export function BillingViews() {
  const intl = useIntl()
  const href = useHref()
  const [{ view, root }] = useSearchState(billingParameters)
  return (
    <TabNav label={intl.formatMessage({ id: 'Billing.Views' })}>
      {billingViews.map(id => (
        <TabLink key={id} asChild current={id === view}>
          <Link
            to={href(
              '/adminsettings/billing',
              applySearchState(billingParameters, new URLSearchParams(), { view: id, root }),
            )}
          >
            <FormattedMessage id={`Billing.View.${id}`} />
          </Link>
        </TabLink>
      ))}
    </TabNav>
  )
}
