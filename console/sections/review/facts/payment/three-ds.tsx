import { Badge } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** Latin abbreviations keep their direction. */
export const ltr = (chunks: ReactNode) => (
  <bdi key="ltr" dir="ltr">
    {chunks}
  </bdi>
)

/** How the letters of the protocol end, and whether that speaks for the buyer. */
const threeDSResults = {
  Y: 'success',
  A: 'warning',
  N: 'danger',
  R: 'danger',
  U: 'warning',
  C: 'warning',
  D: 'warning',
  I: 'neutral',
} as const
const isResult = (status: string): status is keyof typeof threeDSResults => Object.hasOwn(threeDSResults, status)

/** The result of the buyer's authentication; a letter outside the protocol is shown unchanged. */
export function ThreeDS({ status, eci }: { status: string | null; eci: string | null }) {
  if (status === null) return null
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {isResult(status) ? (
        <Badge tone={threeDSResults[status]}>
          <FormattedMessage id={`Review.Payment.ThreeDS.${status}`} />
        </Badge>
      ) : (
        <Badge>
          <bdi>{status}</bdi>
        </Badge>
      )}
      {eci ? (
        <span className="text-fg-muted">
          <FormattedMessage id="Review.Payment.Eci" values={{ value: eci, ltr }} />
        </span>
      ) : null}
    </span>
  )
}
