import { Button, Callout, useFormat } from '@assay/design-system'
import type { CallTest } from '@assay/risk-service/contract'
import { useId, useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'

/** What a failure of a call is called; of an answer it is its code. */
export function errorText(intl: IntlShape, type: CallTest['errorType'], status: number | null): string {
  return intl.formatMessage({ id: `OutgoingRequests.Error.${type ?? 'unknown'}` }, { status: status ?? 0 })
}

/** The result of a test of a connection, with the request and the response behind a button. */
export function TestResult({ test }: { test: CallTest }) {
  const intl = useIntl()
  const format = useFormat()
  const details = useId()
  const [open, setOpen] = useState(false)
  const { ok, httpStatusCode, latencyMs, errorType, errorMessage, request, response } = test
  const milliseconds = intl.formatMessage(
    { id: 'OutgoingRequests.Figure.Milliseconds' },
    { value: format.number(Math.round(latencyMs)) },
  )
  const texts = [
    `${request.method} ${request.url}`,
    request.body,
    errorMessage === '' ? null : errorMessage,
    response === null ? null : JSON.stringify(response, null, 2),
  ]
  return (
    <Callout
      tone={ok ? 'success' : 'danger'}
      live
      title={
        ok ? (
          <FormattedMessage id="OutgoingRequests.Test.Ok" values={{ status: httpStatusCode, latency: milliseconds }} />
        ) : (
          <FormattedMessage
            id="OutgoingRequests.Test.Failed"
            values={{ error: errorText(intl, errorType, httpStatusCode) }}
          />
        )
      }
    >
      <Button
        size="sm"
        variant="ghost"
        className="-ms-2"
        aria-expanded={open}
        aria-controls={open ? details : undefined}
        onClick={() => setOpen(!open)}
      >
        <FormattedMessage id={ok ? 'OutgoingRequests.Test.Response' : 'OutgoingRequests.Test.Error'} />
      </Button>
      {open ? (
        <div id={details} className="mbs-2 flex flex-col gap-2">
          {texts.map((text, index) =>
            text === null ? null : (
              <pre
                key={index}
                dir="ltr"
                className="max-h-[16rem] overflow-auto font-mono text-xs whitespace-pre-wrap wrap-anywhere"
              >
                {text}
              </pre>
            ),
          )}
        </div>
      ) : null}
    </Callout>
  )
}
