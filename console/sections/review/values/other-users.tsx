import { type Format, useFormat } from '@assay/design-system'
import type { EntityUsers } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

/** How many other users have the same value; more than were counted are marked by a plus sign. */
export function OtherUsers({ users, complete }: Pick<EntityUsers, 'users' | 'complete'>) {
  const format = useFormat()
  return (
    <FormattedMessage id="Review.Users.Other" values={{ count: users, shown: countText(format, users, complete) }} />
  )
}

/** A number with a plus sign where there may be more. */
export const countText = (format: Pick<Format, 'number'>, count: number, complete: boolean): string =>
  complete ? format.number(count) : `${format.number(count)}+`
