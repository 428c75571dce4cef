import { Link } from '@assay/design-system'
import { mirrorLimits } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { CopyableCode } from '../../../platform/files/copyable-code.tsx'
import { canOpen } from '../../../platform/permissions/route-table.ts'

const sample = (environmentId: string) => `POST /v1.0/mirror/events
Authorization: Bearer TOKEN
x-ms-dfpenvid: ${environmentId}
Content-Type: application/json

{"events": [{
  "path": "/v1.0/MerchantServices/events/Purchase",
  "time": "2026-11-28T12:00:00Z",
  "request": {"purchaseId": "…", "totalAmount": 10, "currency": "USD"},
  "response": {"resultDetails": {"MerchantRuleDecision": "Approve", "RiskScore": 120}}
}]}`

/** How the former system's events reach the mirror. */
export function Sending() {
  const intl = useIntl()
  const href = useHref()
  const can = useCan()
  const { id } = useEnvironment()
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-sm">
        <FormattedMessage id="Mirror.Sending.Text" values={{ count: mirrorLimits.batch }} />
      </p>
      <CopyableCode label={intl.formatMessage({ id: 'Mirror.Sending' })} code={sample(id)} />
      {canOpen('/aadapp/manage', can) ? (
        <p className="text-sm">
          <Link asChild>
            <RouterLink to={href('/aadapp/manage')}>
              <FormattedMessage id="Applications.Title" />
            </RouterLink>
          </Link>
        </p>
      ) : null}
    </div>
  )
}
