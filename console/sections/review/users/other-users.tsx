import { useFormat } from '@assay/design-system'
import type { EntityUsers } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

/** How many other users have the same value; more than were counted are marked by a plus sign. */
export function OtherUsers({ users, complete }: Pick<EntityUsers, 'users' | 'complete'>) {
  const format = useFormat()
  const shown = complete ? format.number(users) : `${format.number(users)}+`
  return <FormattedMessage id="Review.Users.Other" values={{ count: users, shown }} />
}
