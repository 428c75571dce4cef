import { useFormat } from '@assay/design-system'
import type { EntityUsers } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { countText } from '../../../platform/events/count-text.ts'

/** How many other users have the same value; more than were counted are marked by a plus sign. */
export function OtherUsers({ users, complete }: Pick<EntityUsers, 'users' | 'complete'>) {
  const format = useFormat()
  return (
    <FormattedMessage id="Review.Users.Other" values={{ count: users, shown: countText(format, users, complete) }} />
  )
}
