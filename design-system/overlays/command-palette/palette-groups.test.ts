import { describe, expect, it } from 'vitest'
import { type Command, type GroupOptions, paletteGroups, paletteLimit } from './palette-groups.ts'

const scopes = [
  { id: 'pages', label: 'Pages' },
  { id: 'queues', label: 'Queues' },
]
const commands: Command[] = [
  { id: 'rules', label: 'Rules', scope: 'pages' },
  { id: 'queues', label: 'Queues', scope: 'pages' },
  { id: 'high', label: 'High-value queue', scope: 'queues' },
  { id: 'away', label: 'Sign out' },
]
const show = (options: Partial<GroupOptions>) => {
  const { groups, total } = paletteGroups({
    commands,
    found: [],
    recent: [],
    scopes,
    scope: undefined,
    query: '',
    locale: 'en',
    recentHeading: 'Recent',
    ...options,
  })
  return { total, groups: groups.map(group => [group.heading, ...group.commands.map(command => command.label)]) }
}

describe('paletteGroups', () => {
  it('paletteGroups shows recent ones first, then scopes in their order, then what has none', () => {
    expect(show({ recent: [commands[2] as Command] })).toEqual({
      total: 4,
      groups: [
        ['Recent', 'High-value queue'],
        ['Pages', 'Rules', 'Queues'],
        [undefined, 'Sign out'],
      ],
    })
  })
  it('paletteGroups puts the group with the best match first and drops recent ones while searching', () => {
    expect(show({ query: 'high', recent: commands }).groups).toEqual([['Queues', 'High-value queue']])
    expect(show({ query: 'queue' }).groups).toEqual([
      ['Pages', 'Queues'],
      ['Queues', 'High-value queue'],
    ])
  })
  it('paletteGroups keeps to a scope', () => {
    expect(show({ scope: 'queues' }).groups).toEqual([['Queues', 'High-value queue']])
    expect(show({ scope: 'nowhere' })).toEqual({ total: 0, groups: [] })
  })
  it('paletteGroups adds what the service found, once', () => {
    const found = [
      { id: 'high', label: 'High-value queue', scope: 'queues' },
      { id: 'low', label: 'Low', scope: 'queues' },
    ]
    expect(show({ query: 'high', found }).groups).toEqual([['Queues', 'High-value queue', 'Low']])
  })
  it('paletteGroups draws a limited number and counts all', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({
      id: String(index),
      label: `Case ${index}`,
      scope: index % 2 ? 'pages' : 'queues',
    }))
    const { groups, total } = paletteGroups({
      commands: many,
      found: [],
      recent: [],
      scopes,
      scope: undefined,
      query: 'case',
      locale: 'en',
      recentHeading: 'Recent',
    })
    expect(total).toBe(5000)
    expect(groups.reduce((sum, group) => sum + group.commands.length, 0)).toBe(paletteLimit)
  })
})
