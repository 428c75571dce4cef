import { expect, it } from 'vitest'
import { type Notification, notificationGroups } from './notification-groups.ts'

const make = (id: string, tone: Notification['tone'], group?: string): Notification => ({
  id,
  tone,
  title: id,
  ...(group === undefined ? {} : { group }),
})

it('the grouping of notifications pins critical ones and keeps the order of the others under their headings', () => {
  const groups = notificationGroups([
    make('a', 'info', 'Today'),
    make('b', 'critical', 'Earlier'),
    make('c', 'warning', 'Earlier'),
    make('d', 'success', 'Today'),
  ])
  expect(groups.map(group => [group.critical, group.heading, group.notifications.map(each => each.id).join()])).toEqual(
    [
      [true, undefined, 'b'],
      [false, 'Today', 'a,d'],
      [false, 'Earlier', 'c'],
    ],
  )
})
it('the grouping of notifications stands none, and those without a heading', () => {
  expect(notificationGroups([])).toEqual([])
  expect(notificationGroups([make('a', 'info')])).toHaveLength(1)
})
