import type { Environment } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

export function KindName({ kind }: { kind: Environment['kind'] }) {
  return <FormattedMessage id={kind === 'sandbox' ? 'Environments.Kind.Sandbox' : 'Environments.Kind.Production'} />
}

/** Why an environment failed, in two words. */
export function FailureText({ failure }: { failure: NonNullable<Environment['failure']> }) {
  return <FormattedMessage id={`Environments.Failure.${failure}`} />
}

const missingMark = '–'

/** The dash for a missing value, with its text for screen readers. */
export function MissingValue() {
  return (
    <span className="text-fg-muted">
      <span aria-hidden>{missingMark}</span>
      <span className="sr-only">
        <FormattedMessage id="DesignSystem.KeyValueList.Missing" />
      </span>
    </span>
  )
}
