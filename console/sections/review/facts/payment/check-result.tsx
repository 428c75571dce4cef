import { Badge } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

/** What the letters of a check of the bank say: of security code, address or cardholder. */
const results = { Y: 'success', N: 'danger', U: 'neutral', A: 'warning' } as const
const isResult = (code: string): code is keyof typeof results => Object.hasOwn(results, code)

/** Message of the result of a check; null for a code that is none of the documented ones. */
export const checkMessageId = (code: string): string | null => (isResult(code) ? `Review.Check.${code}` : null)

/** The result of a check of the bank in words; another code is shown unchanged. */
export function CheckResult({ code }: { code: string }) {
  const messageId = checkMessageId(code)
  return (
    <Badge tone={isResult(code) ? results[code] : 'neutral'}>
      {messageId === null ? <bdi>{code}</bdi> : <FormattedMessage id={messageId} />}
    </Badge>
  )
}
