// @vitest-environment jsdom
import type { ReviewerGroup, TeamMember } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { ana, ben, createGroup, createMember, reviewers } from '../testing/queue-samples.ts'
import { AvailabilityCard } from './availability-card.tsx'
import { GroupsCard } from './groups-card.tsx'
import { MembersCard } from './members-card.tsx'

let own: TeamMember
let members: TeamMember[]
let groups: ReviewerGroup[]
let calls: RecordedCall[]
const hours = { timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], from: '22:00', until: '06:00' }
beforeEach(() => {
  own = createMember(ana)
  members = [createMember(ana, { away: true, present: false }), createMember(ben, { load: 10, hours })]
  groups = [createGroup(1, { name: 'Night', members: [ana, ben] })]
  calls = stubConsoleApi({
    'team.availability': () => own,
    'team.setAvailability': ({ away, hours: next }) => {
      own = { ...own, away: Boolean(away), hours: next as TeamMember['hours'], present: !away }
      return own
    },
    'team.members': () => members,
    'team.setCapacity': () => members[1],
    'team.groups': () => groups,
    'team.saveGroup': () => groups[0],
    'team.removeGroup': () => ({}),
    'cases.reviewers': () => reviewers,
  })
})
const show = () =>
  renderFailingPage(
    createElement(
      Fragment,
      null,
      createElement(AvailabilityCard),
      createElement(MembersCard),
      createElement(GroupsCard),
    ),
  )
const sent = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const dialog = (name: string) => screen.findByRole('dialog', { name })

describe('my availability', () => {
  it('a switch says that the reader is away, and back', async () => {
    show()
    const away = await screen.findByRole('switch', { name: /Away/ })
    fireEvent.click(away)
    await waitFor(() => expect(away.getAttribute('aria-checked')).toBe('true'))
    expect(sent('team.setAvailability')).toMatchObject([{ away: true, hours: null }])
  })

  it('working hours may end on the next day, and need a day', async () => {
    own = createMember(ana, { hours })
    show()
    expect(await screen.findByText('Mon–Fri, 22:00–06:00 (Europe/Berlin)', { selector: 'p' })).toBeTruthy()
    await pressButton('Working hours')
    const opened = within(await dialog('Working hours'))
    expect(opened.getByText('On the next day')).toBeTruthy()
    fireEvent.change(opened.getByLabelText(/^Until/), { target: { value: '23:30' } })
    expect(opened.queryByText('On the next day')).toBeNull()
    fireEvent.click(opened.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('team.setAvailability')).toMatchObject([{ away: false, hours: { ...hours, until: '23:30' } }])
  })

  it('hours can be taken away', async () => {
    own = createMember(ana, { hours })
    show()
    await pressButton('Working hours')
    const opened = within(await dialog('Working hours'))
    fireEvent.click(opened.getByRole('switch', { name: /only in working hours/ }))
    fireEvent.click(opened.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent('team.setAvailability')).toMatchObject([{ hours: null }]))
  })
})

describe('the team', () => {
  it('managers see who is there and how many cases everybody has', async () => {
    show()
    const table = within(await screen.findByRole('table', { name: 'Reviewers' }))
    expect((await table.findByRole('row', { name: /Ana/ })).textContent).toContain('Away')
    const row = table.getByRole('row', { name: /Ben/ })
    expect(row.textContent).toContain('At the limit')
    expect(row.textContent).toContain('10 of 10')
  })

  it('limits and skills are edited, and faulty ones are not sent', async () => {
    show()
    await pressButton('Edit Ben Okafor')
    const opened = within(await dialog('Ben Okafor'))
    const countries = opened.getByLabelText('Countries')
    fireEvent.change(countries, { target: { value: 'Germany' } })
    fireEvent.keyDown(countries, { key: 'Enter' })
    fireEvent.click(opened.getByRole('button', { name: 'Save' }))
    expect(sent('team.setCapacity')).toEqual([])
    fireEvent.click(opened.getByRole('button', { name: /^Remove GERMANY/ }))
    fireEvent.change(countries, { target: { value: 'de' } })
    fireEvent.keyDown(countries, { key: 'Enter' })
    fireEvent.click(opened.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent('team.setCapacity')).toMatchObject([
        { userId: ben.id, openCases: 10, skills: { countries: ['DE'], languages: [] } },
      ]),
    )
  })
})

describe('groups', () => {
  it('a new group needs a name', async () => {
    show()
    await pressButton('New group')
    const opened = within(await dialog('New group'))
    fireEvent.click(opened.getByRole('button', { name: 'Save' }))
    expect(await opened.findByText('Enter a name.')).toBeTruthy()
    expect(sent('team.saveGroup')).toEqual([])
    fillField(opened.getByLabelText(/^Name/), 'Weekend')
    fireEvent.click(opened.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('team.saveGroup')).toMatchObject([{ name: 'Weekend', members: [], baseVersion: 0 }])
  })

  it('one that no queue names is deleted after a question', async () => {
    show()
    expect(await screen.findByText('2 members')).toBeTruthy()
    await pressButton('Delete Night')
    const asked = within(await screen.findByRole('alertdialog'))
    fireEvent.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent('team.removeGroup')).toMatchObject([{ groupId: groups[0]?.id, baseVersion: 1 }]))
  })

  it('one that a queue names stays', async () => {
    groups = [createGroup(1, { name: 'Night', queues: [{ id: ana.id, name: 'High value' }] })]
    show()
    expect(await screen.findByText('High value')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Delete Night' }).hasAttribute('disabled')).toBe(true)
  })
})
