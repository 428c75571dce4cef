import { useIntl } from 'react-intl'
import { reasonId } from '../../../platform/support-status/reason-id.ts'

/** The reason of an entry in the reader's language. */
export function ReasonText({ reason }: { reason: string }) {
  const intl = useIntl()
  const id = reasonId(reason)
  return <bdi>{id === null ? reason : intl.formatMessage({ id })}</bdi>
}
