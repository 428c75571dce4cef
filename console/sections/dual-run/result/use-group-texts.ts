import { useFormat } from '@assay/design-system'
import type { DualRunExample, DualRunGroup } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'

/** Isolates a name from the direction of the text around it. */
const isolated = (name: string): string => `\u2068${name}\u2069`

/** The texts of a group of differences: what it is about, what to do, and what was read instead of what. */
export function useGroupTexts() {
  const intl = useIntl()
  const format = useFormat()
  const plain = (value: DualRunExample['actual']): string =>
    value === null
      ? intl.formatMessage({ id: 'DualRun.Value.none' })
      : value === true || value === false
        ? intl.formatMessage({ id: value ? 'DualRun.Value.listed' : 'DualRun.Value.unlisted' })
        : typeof value === 'number'
          ? format.number(value)
          : isolated(value)
  return {
    title: ({ cause, subject }: Pick<DualRunGroup, 'cause' | 'subject'>): string =>
      subject === null
        ? intl.formatMessage({ id: `DualRun.Cause.${cause}` })
        : intl.formatMessage(
            { id: 'DualRun.Cause.About' },
            { cause: intl.formatMessage({ id: `DualRun.Cause.${cause}` }), subject: isolated(subject) },
          ),
    detail: ({ detail, other, withScore }: DualRunGroup): string =>
      [
        intl.formatMessage({ id: `DualRun.Detail.${detail}` }, { other: isolated(other ?? '') }),
        ...(withScore ? [intl.formatMessage({ id: 'DualRun.WithScore' })] : []),
      ].join(' '),
    remedy: ({ detail }: DualRunGroup): string => intl.formatMessage({ id: `DualRun.Remedy.${detail}` }),
    values: ({ actual, required }: DualRunExample): string =>
      actual === null && required === null
        ? ''
        : intl.formatMessage({ id: 'DualRun.Values' }, { actual: plain(actual), required: plain(required) }),
  }
}
