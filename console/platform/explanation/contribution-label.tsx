import { useFormat } from '@assay/design-system'
import type { Explanation } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useSignalLabels } from './use-signal-labels.ts'

/** What a contribution of a trained model begins with; its signal follows. */
const signal = 'signal:'

/** Message id of a contribution of the shipped model: the engine's code, capitalised. */
const contributionId = (code: string) => `Review.Contribution.${code.charAt(0).toUpperCase()}${code.slice(1)}`

type Contribution = Explanation['contributions'][number]

/** What a contribution to the risk score is about, with the value that the score read. */
export function ContributionLabel({ code, value }: Pick<Contribution, 'code' | 'value'>) {
  const format = useFormat()
  const { nameOf, valueOf } = useSignalLabels()
  if (code.startsWith(signal))
    return (
      <FormattedMessage
        id={value === null ? 'Review.Contribution.SignalUnknown' : 'Review.Contribution.Signal'}
        values={{
          name: nameOf(code.slice(signal.length)),
          value: typeof value === 'number' ? valueOf(code.slice(signal.length), value) : value,
        }}
      />
    )
  return (
    <FormattedMessage
      id={contributionId(code)}
      values={{
        value: value ?? '',
        money: typeof value === 'number' ? format.money(value, 'USD') : '',
        ltr: chunks => (
          <bdi key="ltr" dir="ltr">
            {chunks}
          </bdi>
        ),
      }}
    />
  )
}
