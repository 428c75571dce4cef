import { Icon } from '@assay/design-system'
import type { Explanation } from '@assay/risk-service/contract'
import { TriangleAlert } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { diagnosticText } from '../../../platform/authoring/fql/diagnostics.ts'

/** Parts of rules that failed while they ran, each with its place. */
export function RuntimeErrors({ errors }: { errors: Explanation['runtimeErrors'] }) {
  const intl = useIntl()
  return errors.map((error, index) => (
    <p key={index} className="flex items-start gap-2 text-warning-text">
      <Icon icon={TriangleAlert} size={12} className="my-1" />
      <FormattedMessage
        id="Rules.Evaluation.RuntimeError"
        values={{
          clause: (
            <bdi key="clause">
              {error.clause === '' ? intl.formatMessage({ id: 'Authoring.Condition' }) : error.clause}
            </bdi>
          ),
          line: error.line,
          column: error.column,
          message: diagnosticText(intl, error),
        }}
      />
    </p>
  ))
}
