import { Callout, CopyableId } from '@assay/design-system'
import { accessLimits } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

interface InvitationNoticeProps {
  addresses: readonly string[]
  /** What the invited people open. */
  url: string
  onClose: () => void
}

/** The link of invitations, to be sent: the product itself sends no mail about them. */
export function InvitationNotice({ addresses, url, onClose }: InvitationNoticeProps) {
  const intl = useIntl()
  return (
    <Callout tone="info" live className="mx-page my-2" onDismiss={onClose}>
      <div className="flex min-w-0 flex-col gap-1">
        <span>
          <FormattedMessage
            id="Access.Invitation.Link"
            values={{
              count: addresses.length,
              days: accessLimits.invitationDays,
              addresses: <bdi key="addresses">{addresses.join(', ')}</bdi>,
            }}
          />
        </span>
        <CopyableId value={url} label={intl.formatMessage({ id: 'Access.Invitation.Name' })} wrap />
      </div>
    </Callout>
  )
}
