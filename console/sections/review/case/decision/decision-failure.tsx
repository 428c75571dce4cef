import { Button, Callout, useToast } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { readApiError } from '../../../../platform/api/api-error.ts'

/** A decision that did not arrive, or whose answer was lost: it is sent again under the same key. */
export function FailureCallout({ error }: { error: Error }) {
  const intl = useIntl()
  const { toast } = useToast()
  const { kind, correlationId } = readApiError(error)
  const isNetwork = kind === 'offline' || kind === 'timeout'
  const copy = async (reference: string) => {
    await navigator.clipboard.writeText(reference)
    toast({ tone: 'success', title: intl.formatMessage({ id: 'Review.Case.ReferenceCopied' }) })
  }
  return (
    <Callout
      tone="danger"
      live
      actions={
        !isNetwork && correlationId !== undefined ? (
          <Button size="sm" onClick={() => void copy(correlationId)}>
            <FormattedMessage id="Review.Case.CopyReference" />
          </Button>
        ) : undefined
      }
    >
      <p className="wrap-anywhere">
        {isNetwork ? (
          <FormattedMessage id="Review.Case.Failure.Network" />
        ) : kind === 'noAccess' ? (
          <FormattedMessage id="Errors.Action.NoAccess" />
        ) : correlationId === undefined ? (
          <FormattedMessage id="Review.Case.Failure.Unknown" />
        ) : (
          <FormattedMessage
            id="Review.Case.Failure.Reference"
            values={{
              reference: (
                <bdi key="reference" dir="ltr" className="font-mono">
                  {correlationId}
                </bdi>
              ),
            }}
          />
        )}
      </p>
    </Callout>
  )
}
